import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import type { TestWorkspace } from '../../../../test/make.ts';

const server = await startTestServer({
  env: { OPENAI_API_KEY: 'sk-of-the-installation', DEEPGRAM_API_KEY: 'key-of-the-installation' },
});

/** Reads who gets answers, as somebody of the role. */
async function recipientsFor(workspace: TestWorkspace, role: 'super_admin' | 'auditor') {
  const { email } = await server.make.user(workspace, { role });
  const client = server.client({ cookie: await server.signIn(email), 'x-workspace': workspace.slug });
  return (await client.grading.report.query({})).recipients;
}

/** Stores a key of the workspace's own, which nothing opens here. */
async function storeKey(workspace: TestWorkspace, key: Record<string, string | number | undefined>): Promise<void> {
  const names = Object.keys(key);
  await server.db.pool.query(
    `insert into provider_keys (workspace_id, id, capability, key_id, sealed, version, created_at, created_by_name,
       ${names.join(', ')})
     values ($1, gen_random_uuid(), 'generation', 'none', $2, 1, now(), 'Sue', ${names.map((_, n) => `$${n + 3}`).join(', ')})`,
    [workspace.id, Buffer.alloc(40, 1), ...Object.values(key)],
  );
}

// rules/grading 13
test('a report names the public address of each provider whose pooled key is used', async () => {
  const workspace = await server.make.workspace();
  expect(await recipientsFor(workspace, 'auditor')).toMatchObject([
    { call: 'grading', provider: 'openai', own: false, address: 'provider', host: 'api.openai.com' },
    { call: 'second_look', provider: 'openai', own: false, address: 'provider', host: 'api.openai.com' },
    { call: 'transcription', provider: 'deepgram', own: false, address: 'provider', host: 'api.deepgram.com' },
  ]);
});

// rules/grading 13, rules/roles 2
test.each([
  {
    key: { provider: 'azure_openai', resource: 'acme-eu', deployment: 'writer', task_models: '{"grading": "grader"}' },
    models: ['grader', 'writer'],
    told: { address: 'resource', host: 'acme-eu.openai.azure.com' },
  },
  {
    key: {
      provider: 'openai_compatible',
      model: 'llama3.3:70b',
      endpoint_name: 'Ollama',
      base_url: 'https://models.example.com:8443/v1',
      context_tokens: 16_384,
    },
    models: ['llama3.3:70b', 'llama3.3:70b'],
    told: { address: 'endpoint', host: 'models.example.com:8443' },
  },
])(
  'super admins read where an own $key.provider is, auditors only that there is one',
  async ({ key, models, told }) => {
    const workspace = await server.make.workspace();
    await storeKey(workspace, key);
    const { provider } = key;
    expect(await recipientsFor(workspace, 'super_admin')).toMatchObject([
      { call: 'grading', provider, model: models[0], own: true, ...told },
      { call: 'second_look', provider, model: models[1], own: true, ...told },
      { provider: 'deepgram' },
    ]);
    const [forAuditor] = await recipientsFor(workspace, 'auditor');
    expect(forAuditor).toMatchObject({ provider, own: true, address: told.address, host: null });
  },
);
