import type { AddModelEndpoint } from '@training/shared/provider-keys/model-endpoints';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startKeyServer } from '../../../test/key-server.ts';
import { keyFor as pooledKey } from '../../../test/ai/stand-in.ts';

const POOLED = pooledKey('good', 'pooled');
const server = await startKeyServer({ env: { ANTHROPIC_API_KEY: POOLED } });
const { make, rows, standIn } = server;
const BASE_URL = `${standIn.baseUrls.openai_compatible}/v1`;
/** The same server under another name. */
const OTHER_URL = BASE_URL.replace('127.0.0.1', 'localhost');

const endpoint = (key: string, more: Partial<AddModelEndpoint> = {}) => ({
  provider: 'openai_compatible' as const,
  name: 'Ollama in the cellar',
  base_url: BASE_URL,
  model: 'llama3.3:70b',
  context_tokens: 16_384,
  key,
  ...more,
});

async function withEndpoint(key = server.keyFor('good')) {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const own = await admin.providerKeys.add.mutate(endpoint(key));
  const { provider: _, ...fields } = endpoint(key);
  const change = { ...fields, id: own.id, version: 1 };
  return { workspace, admin, own, key, change };
}

/** Has requests without a key be answered. */
function needNoKey(): void {
  standIn.setScenario('', 'good');
  onTestFinished(() => standIn.setScenario('', undefined));
}

const answersIn = async (id: string) =>
  (await rows(`select answer_form from provider_key_health where provider_key_id = $1`, [id]))[0]?.answer_form;

const field = (path: string, code: string, message: unknown = expect.any(String)) => ({
  data: { httpStatus: 400, errors: [{ path, code, message }] },
});

// rules/provider-keys 14
test('an endpoint is tested, then stored and shown without its key, and used', async () => {
  const { workspace, admin, own, key } = await withEndpoint();
  expect(own).toMatchObject({
    provider: 'openai_compatible',
    capability: 'generation',
    model: 'llama3.3:70b',
    resource: null,
    deployment: null,
    endpoint: { name: 'Ollama in the cellar', base_url: BASE_URL, context_tokens: 16_384, has_key: true },
  });
  const from = standIn.requests.length;
  expect(await server.generate(workspace)).toBe('Yes.');
  expect(standIn.requests.slice(from)).toMatchObject([{ provider: 'openai_compatible', key }]);
  expect(JSON.stringify(await admin.providerKeys.list.query())).not.toContain(key);
  const calls = `select provider, model, own, cost_usd from ai_calls where workspace_id = $1 and outcome = 'ok'`;
  const call = { provider: 'openai_compatible', model: 'llama3.3:70b', own: true, cost_usd: null };
  expect(await rows(calls, [workspace.id])).toEqual([call, call]);
  expect((await admin.providerKeys.usage.query()).unpriced_calls).toBe(2);
  const [added] = (await admin.audit.list.query({ action: 'provider_key.added' })).events;
  expect(added?.changes).toMatchObject({
    endpoint: 'Ollama in the cellar',
    host: new URL(BASE_URL).host,
    model: 'llama3.3:70b',
  });
  expect(JSON.stringify(added?.changes)).not.toContain(BASE_URL);
});

test('an auditor sees that there is an endpoint, and not where', async () => {
  const { workspace } = await withEndpoint();
  const auditor = await server.as('auditor', workspace);
  const { capabilities } = await auditor.providerKeys.list.query();
  expect(capabilities[0]?.own?.endpoint).toMatchObject({ name: 'Ollama in the cellar', base_url: null });
});

test('an endpoint without a key is used without one', async () => {
  needNoKey();
  const { workspace, own } = await withEndpoint('');
  expect(own.endpoint?.has_key).toBe(false);
  const from = standIn.requests.length;
  expect(await server.generate(workspace)).toBe('Yes.');
  expect(server.keysSince(from)).toEqual(['']);
});

test.each([
  ['bad', 'key', 'invalid_key', /doesn’t accept the key, or needs one/],
  ['no-model', 'model', 'no_model_access', /usually ends with \/v1/],
  ['broken', 'base_url', 'unreachable', /Check the base URL/],
  ['no-credit', 'key', 'quota_exhausted', /Top it up/],
] as const)(
  'an endpoint that answers “%s” is not stored, and the field %s says why',
  async (scenario, path, code, why) => {
    const workspace = await make.workspace();
    const admin = await server.as('super_admin', workspace);
    const adding = admin.providerKeys.add.mutate(endpoint(server.keyFor(scenario)));
    await expect(adding).rejects.toMatchObject(field(path, code, expect.stringMatching(why)));
    expect(await rows('select from provider_keys where workspace_id = $1', [workspace.id])).toEqual([]);
  },
);

// rules/bounds 13
test.each([
  ['https://10.0.0.5/v1', /not on the internet.*AI_PRIVATE_TARGETS/],
  ['http://169.254.169.254/latest', /AI_PRIVATE_TARGETS/],
  ['http://1.1.1.1/v1', /Use https, or an address on a private network/],
  ['https://key@ai.example.com/v1', /Must not hold a name or password/],
  ['https://ai.example.com/v1?key=1', /Must not have a part from “\?” on/],
  ['https://ai.example.com:25/v1', /Must not have port 25/],
  ['ollama', /Is no address/],
])('the base URL %s is refused before anything is sent', async (base_url, why) => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const key = server.keyFor('good');
  const wrong = field('base_url', 'invalid_address', expect.stringMatching(why));
  await expect(admin.providerKeys.add.mutate(endpoint(key, { base_url }))).rejects.toMatchObject(wrong);
  await expect(admin.providerKeys.listModels.mutate({ base_url, key, id: null })).rejects.toMatchObject(wrong);
});

// rules/bounds 13
test('an installation that allows no private network calls no endpoint there, by name neither', async () => {
  const strict = await startKeyServer({ env: { AI_PRIVATE_TARGETS: '' } });
  const admin = await strict.as('super_admin', await strict.make.workspace());
  const base_url = `${strict.standIn.baseUrls.openai_compatible}/v1`.replace('127.0.0.1', 'localhost');
  const adding = admin.providerKeys.add.mutate(endpoint(strict.keyFor('good'), { base_url }));
  await expect(adding).rejects.toMatchObject(
    field('base_url', 'unreachable', expect.stringMatching(/AI_PRIVATE_TARGETS/)),
  );
  const listing = admin.providerKeys.listModels.mutate({ base_url, key: '', id: null });
  await expect(listing).rejects.toMatchObject(
    field('base_url', 'unreachable', expect.stringMatching(/AI_PRIVATE_TARGETS/)),
  );
  expect(strict.standIn.requests).toEqual([]);
});

// rules/provider-keys 14
test('models are listed with a typed key, and with the stored one for its own base URL only', async () => {
  const { admin, own, key } = await withEndpoint();
  const models = [
    { id: 'qwen3:8b', context_tokens: 32_768 },
    { id: 'llama3.3:70b', context_tokens: null },
  ];
  const { listModels } = admin.providerKeys;
  const typed = { base_url: `${BASE_URL}/`, key, id: null };
  expect(await listModels.mutate(typed)).toEqual({ models, left_out: 0 });
  expect(await listModels.mutate({ base_url: BASE_URL, key: null, id: own.id })).toEqual({ models, left_out: 0 });
  const from = standIn.requests.length;
  const elsewhere = listModels.mutate({ base_url: OTHER_URL, key: null, id: own.id });
  await expect(elsewhere).rejects.toMatchObject(field('key', 'key_required'));
  expect(standIn.requests).toHaveLength(from);
  const refused = listModels.mutate({ ...typed, key: server.keyFor('bad') });
  await expect(refused).rejects.toMatchObject(field('key', 'invalid_key'));
});

// rules/provider-keys 10
test('models that an endpoint names after its key are left out and counted, however the key is written', async () => {
  const key = 'sk-Local/4711+secret';
  const hidden = [
    `gpt-${key}`,
    key.toUpperCase(),
    encodeURIComponent(key),
    ...['', 'x', ':x', 'Bearer '].map((before) => Buffer.from(`${before}${key} `).toString('base64')),
  ];
  const data = [...hidden, 'qwen3:8b'].map((id) => ({ id }));
  const echo = createServer((_request, response) => void response.end(JSON.stringify({ data })));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void echo.close());
  const address = echo.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const admin = await server.as('super_admin', await make.workspace());
  const asked = { base_url: `http://127.0.0.1:${port}/v1`, key, id: null };
  expect(await admin.providerKeys.listModels.mutate(asked)).toEqual({
    models: [{ id: 'qwen3:8b', context_tokens: null }],
    left_out: hidden.length,
  });
});

// rules/provider-keys 11
test('a stored key is never sent to another base URL: it must be entered again', async () => {
  const { workspace, admin, change, key } = await withEndpoint();
  const from = standIn.requests.length;
  const { changeEndpoint } = admin.providerKeys;
  const moved = changeEndpoint.mutate({ ...change, base_url: OTHER_URL, key: null });
  await expect(moved).rejects.toMatchObject(field('key', 'key_required', expect.stringMatching(/Enter the key again/)));
  expect(standIn.requests).toHaveLength(from);
  const changed = await changeEndpoint.mutate({ ...change, base_url: OTHER_URL, key });
  expect(changed).toMatchObject({ version: 2, endpoint: { base_url: OTHER_URL } });
  expect(await server.generate(workspace)).toBe('Yes.');
});

test('name, model and context are changed with the stored key, and the audit log says what', async () => {
  const { admin, change, key } = await withEndpoint();
  const from = standIn.requests.length;
  const wanted = { ...change, name: 'vLLM', model: 'qwen3:8b', context_tokens: 32_768, key: null };
  const changed = await admin.providerKeys.changeEndpoint.mutate(wanted);
  expect(changed).toMatchObject({
    model: 'qwen3:8b',
    endpoint: { name: 'vLLM', context_tokens: 32_768, has_key: true },
  });
  expect(server.keysSince(from)).toEqual([key]);
  await expect(admin.providerKeys.changeEndpoint.mutate(wanted)).rejects.toMatchObject({ data: { httpStatus: 409 } });
  const [event] = (await admin.audit.list.query({ action: 'provider_key.endpoint_changed' })).events;
  expect(event?.changes).toMatchObject({
    endpoint: ['Ollama in the cellar', 'vLLM'],
    model: ['llama3.3:70b', 'qwen3:8b'],
    context_tokens: [16_384, 32_768],
    host: new URL(BASE_URL).host,
    key: 'kept',
  });
});

test('a change that the endpoint refuses leaves the old one working', async () => {
  const { workspace, admin, change } = await withEndpoint();
  const refused = admin.providerKeys.changeEndpoint.mutate({ ...change, key: server.keyFor('bad') });
  await expect(refused).rejects.toMatchObject(field('key', 'invalid_key'));
  expect(await server.generate(workspace)).toBe('Yes.');
});

test('an endpoint without a key may move, because there is nothing to send', async () => {
  needNoKey();
  const { admin, change } = await withEndpoint('');
  const moved = await admin.providerKeys.changeEndpoint.mutate({ ...change, base_url: OTHER_URL, key: null });
  expect(moved.endpoint).toMatchObject({ base_url: OTHER_URL, has_key: false });
});

test('the key of a provider is not turned into one of an endpoint', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const key = server.keyFor('good');
  const own = await admin.providerKeys.add.mutate({ provider: 'openai', model: 'gpt-6-luna', key });
  const { provider: _, ...fields } = endpoint('');
  const turning = admin.providerKeys.changeEndpoint.mutate({ ...fields, key: null, id: own.id, version: 1 });
  await expect(turning).rejects.toMatchObject({ data: { httpStatus: 400 } });
});

// rules/provider-keys 11
test.each([
  ['with a key', 'good'],
  ['without one', ''],
] as const)('an endpoint %s whose base URL was changed in the database is sent nothing', async (_, scenario) => {
  needNoKey();
  const { workspace, admin, own, change } = await withEndpoint(scenario && server.keyFor(scenario));
  await rows('update provider_keys set base_url = $2 where id = $1', [own.id, OTHER_URL]);
  const from = standIn.requests.length;
  const said = /was changed in the database.*add it again with its base URL/;
  await expect(server.generate(workspace)).rejects.toThrow(said);
  await expect(admin.providerKeys.test.mutate({ id: own.id })).rejects.toThrow(said);
  const entering = admin.providerKeys.changeEndpoint.mutate({ ...change, key: server.keyFor('good') });
  await expect(entering).rejects.toThrow(said);
  const rotating = admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: server.keyFor('good') });
  await expect(rotating).rejects.toThrow(said);
  expect(standIn.requests).toHaveLength(from);
});

// rules/provider-keys 8
test('an endpoint that fails is not replaced by the pooled key', async () => {
  const { workspace, key } = await withEndpoint();
  const from = standIn.requests.length;
  standIn.setScenario(key, 'broken');
  await expect(server.generate(workspace)).rejects.toMatchObject({ outcome: 'unreachable' });
  standIn.setScenario(key, 'bad');
  await expect(server.generate(workspace)).rejects.toMatchObject({ code: 'provider_key_failed' });
  expect(server.keysSince(from)).toEqual([key, key]);
  expect(server.keysSince(0)).not.toContain(POOLED);
});

// rules/provider-keys 15
test('a form of answers that the endpoint refuses is not tried again, until a test', async () => {
  const { workspace, admin, own, key } = await withEndpoint();
  expect(own.endpoint?.answer_form).toBe('json_schema');
  const refusing = { status: 400, body: { error: { message: 'response_format json_schema is unavailable' } } };
  standIn.refuse(key, 'json_schema', refusing);
  const from = standIn.requests.length;
  const formsSince = () =>
    standIn.requests.slice(from).map(({ body }) => /"type":"(json_\w+)"/.exec(body)?.[1] ?? 'text');
  await server.generate(workspace);
  await server.generate(workspace);
  expect(formsSince()).toEqual(['json_schema', 'json_object', 'json_object']);
  expect(await answersIn(own.id)).toBe('json_object');
  standIn.refuse(key, undefined);
  await admin.providerKeys.test.mutate({ id: own.id });
  expect(await answersIn(own.id)).toBe('json_schema');
});
