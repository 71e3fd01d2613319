import { ModelTask } from '@training/shared/provider-keys/provider-keys';
import { afterAll, expect, test } from 'vitest';
import { newKey, startKeyServer } from '../../../test/key-server.ts';
import { startSmtpServer } from '../../../test/smtp-server.ts';
import type { TestWorkspace } from '../../../test/make.ts';

const mails = await startSmtpServer({ until: afterAll });
const pooled = 'good-pooled-0123456789abcdef';
const server = await startKeyServer({ jobs: true, env: { ANTHROPIC_API_KEY: pooled, SMTP_URL: mails.url } });
const { make, standIn, rows } = server;

const [LARGE, MIDDLE, SMALL] = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5'] as const;

async function withOwnKey() {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const key = server.keyFor('good');
  const { id } = await admin.providerKeys.add.mutate(newKey('anthropic', key));
  const shown = async () => (await admin.providerKeys.list.query()).capabilities[0]!.own!;
  const change = async (task: ModelTask, model: string | null) =>
    admin.providerKeys.changeTaskModel.mutate({ id, version: (await shown()).version, task, model });
  return { workspace, admin, key, id, shown, change };
}

/** The model that a call of the task is sent to. */
async function modelOf(workspace: TestWorkspace, task: ModelTask): Promise<string | undefined> {
  const from = standIn.requests.length;
  await server.generate(workspace, undefined, task);
  return /"model":"([^"]+)"/.exec(standIn.requests[from]?.body ?? '')?.[1];
}

async function modelsOf(workspace: TestWorkspace) {
  const found: Partial<Record<ModelTask, string | undefined>> = {};
  for (const task of ModelTask.options) found[task] = await modelOf(workspace, task);
  return found;
}

// rules/provider-keys 16
test('each task uses its own model from the very next call, and the others the key’s', async () => {
  const { workspace, admin, key, change, shown } = await withOwnKey();
  expect(await modelsOf(workspace)).toEqual({
    generation: LARGE,
    second_look: LARGE,
    grading: LARGE,
    extraction: LARGE,
  });
  const asked = standIn.requests.length;
  expect(await change('second_look', MIDDLE)).toMatchObject({
    model: LARGE,
    task_models: { second_look: MIDDLE },
    version: 2,
    rotated_at: null,
  });
  await change('grading', SMALL);
  // Each was tested with the stored key before it was saved.
  expect(server.keysSince(asked)).toEqual([key, key]);
  expect(await modelsOf(workspace)).toEqual({
    generation: LARGE,
    second_look: MIDDLE,
    grading: SMALL,
    extraction: LARGE,
  });
  expect(await change('second_look', null)).toMatchObject({ task_models: { grading: SMALL }, version: 4 });
  expect(await modelOf(workspace, 'second_look')).toBe(LARGE);
  const { events } = await admin.audit.list.query({ action: 'provider_key.model_changed' });
  const facts = { capability: 'generation', provider: 'anthropic' };
  expect(events.map(({ changes }) => changes)).toEqual([
    { ...facts, task: 'second_look', model: [MIDDLE, LARGE] },
    { ...facts, task: 'grading', model: [LARGE, SMALL] },
    { ...facts, task: 'second_look', model: [LARGE, MIDDLE] },
  ]);
  await admin.providerKeys.changeModel.mutate({ id: (await shown()).id, version: 4, model: MIDDLE });
  expect(await modelsOf(workspace)).toMatchObject({ generation: MIDDLE, grading: SMALL });
  expect(server.keysSince(0)).not.toContain(pooled);
});

test('a model that the provider does not allow leaves all as it was', async () => {
  const { workspace, key, change } = await withOwnKey();
  const before = await rows('select * from provider_keys where workspace_id = $1', [workspace.id]);
  standIn.denyModel(key, SMALL);
  await expect(change('grading', SMALL)).rejects.toMatchObject({
    data: { app_code: 'provider_key_rejected', errors: [{ path: 'model', code: 'no_model_access' }] },
  });
  expect(await rows('select * from provider_keys where workspace_id = $1', [workspace.id])).toEqual(before);
});

test('what a task cannot use is refused before anybody is asked', async () => {
  const { admin, change, shown } = await withOwnKey();
  const refusal = (words: string) => ({
    data: { httpStatus: 400, errors: [{ path: 'model', message: expect.stringContaining(words) }] },
  });
  const asked = standIn.requests.length;
  await expect(change('grading', 'no-such-model')).rejects.toMatchObject(refusal('one of the models offered'));
  const { id } = await shown();
  await expect(
    admin.providerKeys.changeTaskModel.mutate({ id, version: 7, task: 'grading', model: SMALL }),
  ).rejects.toMatchObject({ data: { app_code: 'stale_version' } });
  expect(standIn.requests).toHaveLength(asked);
  const speech = await admin.providerKeys.add.mutate(newKey('deepgram', server.keyFor('good')));
  const changing = admin.providerKeys.changeTaskModel.mutate({
    id: speech.id,
    version: 1,
    task: 'grading',
    model: 'nova-3',
  });
  await expect(changing).rejects.toMatchObject(refusal('has one model for everything'));
});

test('with Azure a task can use another deployment of the same resource', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const own = await admin.providerKeys.add.mutate(newKey('azure_openai', server.keyFor('good')));
  const change = (model: string) =>
    admin.providerKeys.changeTaskModel.mutate({ id: own.id, version: 1, task: 'grading', model });
  await expect(change('../other')).rejects.toMatchObject({
    data: { httpStatus: 400, errors: [{ path: 'model', message: expect.stringContaining('deployment’s name') }] },
  });
  expect(await change('gpt-6-mini')).toMatchObject({
    deployment: 'gpt-6-large',
    task_models: { grading: 'gpt-6-mini' },
  });
  expect(await modelOf(workspace, 'grading')).toBe('gpt-6-mini');
  expect(await modelOf(workspace, 'generation')).toBe('gpt-6-large');
});

test('a new key must be accepted for the models of all tasks', async () => {
  const { admin, id, change } = await withOwnKey();
  await change('grading', SMALL);
  const next = server.keyFor('good');
  standIn.denyModel(next, SMALL);
  await expect(admin.providerKeys.rotate.mutate({ id, version: 2, key: next })).rejects.toMatchObject({
    data: { errors: [{ path: 'key', code: 'no_model_access', message: expect.stringContaining(SMALL) }] },
  });
  standIn.denyModel(next, SMALL, false);
  const rotated = await admin.providerKeys.rotate.mutate({ id, version: 2, key: next });
  expect(rotated).toMatchObject({ version: 3, task_models: { grading: SMALL } });
});

// rules/provider-keys 9
test('a refused model of one task is named, lets the other tasks work, and mails once', async () => {
  const { workspace, admin, key, id, change, shown } = await withOwnKey();
  await change('grading', SMALL);
  standIn.denyModel(key, SMALL);
  await expect(server.generate(workspace, undefined, 'grading')).rejects.toThrow(`for the model ${SMALL}`);
  expect(await admin.providerKeys.test.mutate({ id })).toMatchObject({ outcome: 'no_model_access', model: SMALL });
  const refused = { failing_model: SMALL, last_error: { outcome: 'no_model_access' } };
  // Calls with the key's model succeed and don't end the failure, nor does a change of another task.
  await server.generate(workspace, undefined, 'generation');
  await expect(server.generate(workspace, undefined, 'grading')).rejects.toThrow(`for the model ${SMALL}`);
  await change('second_look', MIDDLE);
  expect(await shown()).toMatchObject({ ...refused, failing_since: expect.any(String) });
  const sent = () => mails.received.filter(({ text }) => text.includes(`/${workspace.slug}/settings`));
  const admins = await rows(`select 1 from users where workspace_id = $1 and role = 'super_admin'`, [workspace.id]);
  await expect.poll(sent).toHaveLength(admins.length);
  expect(sent()[0]!.text).toContain(SMALL);
  expect(await change('grading', null)).toMatchObject({ failing_since: null, failing_model: null, last_error: null });
  await server.generate(workspace, undefined, 'grading');
  expect(sent()).toHaveLength(admins.length);
});

test('a key that is refused for a task works again once a test finds all its models accepted', async () => {
  const { workspace, admin, key, id, change, shown } = await withOwnKey();
  await change('grading', SMALL);
  standIn.denyModel(key, SMALL);
  await expect(server.generate(workspace, undefined, 'grading')).rejects.toThrow(SMALL);
  standIn.denyModel(key, SMALL, false);
  expect(await admin.providerKeys.test.mutate({ id })).toMatchObject({ outcome: 'live', model: LARGE });
  expect(await shown()).toMatchObject({ failing_since: null, failing_model: null });
});

test('a limit of one model does not hold back the others of the key', async () => {
  const { workspace, key, change } = await withOwnKey();
  await change('second_look', MIDDLE);
  standIn.setScenario(key, 'limited');
  await expect(server.generate(workspace, undefined, 'second_look')).rejects.toMatchObject({ outcome: 'rate_limited' });
  standIn.setScenario(key, undefined);
  await expect(server.generate(workspace, undefined, 'second_look')).rejects.toThrow('left alone');
  await server.generate(workspace, undefined, 'grading');
});

// rules/provider-keys 16
test('at an endpoint any model that answers can do a task, and another address must have them all', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const key = server.keyFor('good');
  const base_url = `${standIn.baseUrls.openai_compatible}/v1`;
  const fields = { name: 'Ollama', base_url, model: 'llama3.3:70b', context_tokens: 16_384, key };
  const { id } = await admin.providerKeys.add.mutate({ provider: 'openai_compatible', ...fields });
  const task = { id, version: 1, task: 'second_look' as const, model: 'qwen3:32b' };
  standIn.denyModel(key, 'qwen3:32b');
  await expect(admin.providerKeys.changeTaskModel.mutate(task)).rejects.toMatchObject({
    data: { errors: [{ path: 'model', code: 'no_model_access' }] },
  });
  standIn.denyModel(key, 'qwen3:32b', false);
  expect(await admin.providerKeys.changeTaskModel.mutate(task)).toMatchObject({
    model: 'llama3.3:70b',
    task_models: { second_look: 'qwen3:32b' },
    endpoint: { answer_form: 'json_schema' },
  });
  expect(await modelsOf(workspace)).toMatchObject({ generation: 'llama3.3:70b', second_look: 'qwen3:32b' });
  const moved = { ...fields, id, version: 2, base_url: base_url.replace('127.0.0.1', 'localhost') };
  standIn.denyModel(key, 'qwen3:32b');
  await expect(admin.providerKeys.changeEndpoint.mutate(moved)).rejects.toMatchObject({
    data: { errors: [{ path: 'model', message: expect.stringContaining('qwen3:32b, the model of a task') }] },
  });
  standIn.denyModel(key, 'qwen3:32b', false);
  expect(await admin.providerKeys.changeEndpoint.mutate(moved)).toMatchObject({
    version: 3,
    task_models: { second_look: 'qwen3:32b' },
  });
});
