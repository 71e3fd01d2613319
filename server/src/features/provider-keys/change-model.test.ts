import { expect, test } from 'vitest';
import { newKey, startKeyServer } from '../../../test/key-server.ts';

const server = await startKeyServer();
const { make, standIn, rows } = server;

const FROM = 'claude-opus-5-5';

async function withOwnKey(key = server.keyFor('good')) {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const own = await admin.providerKeys.add.mutate(newKey('anthropic', key));
  const { models } = await admin.providerKeys.list.query();
  const to = models.anthropic.find(({ id }) => id !== FROM)!.id;
  return { workspace, admin, own, key, to };
}

// rules/provider-keys 5
test('the model is changed with the key that is there, and the very next call uses both', async () => {
  const { workspace, admin, own, key, to } = await withOwnKey();
  const twin = await withOwnKey();
  const changed = await admin.providerKeys.changeModel.mutate({ id: own.id, version: 1, model: to });
  expect(changed).toMatchObject({ id: own.id, model: to, version: 2, rotated_at: null, created_at: own.created_at });
  expect(JSON.stringify(changed)).not.toContain(key);
  const asked = standIn.requests.length;
  await server.generate(workspace);
  expect(server.keysSince(asked)).toEqual([key]);
  const called = await rows<{ model: string }>(
    `select model from ai_calls where workspace_id = $1 and purpose <> 'key_validation'`,
    [workspace.id],
  );
  expect(called).toEqual([{ model: to }]);
  const { events } = await admin.audit.list.query({ action: 'provider_key.model_changed' });
  expect(events.map(({ changes }) => changes)).toEqual([
    { capability: 'generation', provider: 'anthropic', model: [FROM, to] },
  ]);
  expect((await twin.admin.providerKeys.list.query()).capabilities[0]?.own).toMatchObject({ model: FROM, version: 1 });
});

test('a model that the provider does not allow leaves all as it was', async () => {
  const { workspace, admin, own, key, to } = await withOwnKey();
  const before = await rows('select * from provider_keys where workspace_id = $1', [workspace.id]);
  standIn.setScenario(key, 'no-model');
  await expect(admin.providerKeys.changeModel.mutate({ id: own.id, version: 1, model: to })).rejects.toMatchObject({
    data: { app_code: 'provider_key_rejected', errors: [{ path: 'model', code: 'no_model_access' }] },
  });
  expect(await rows('select * from provider_keys where workspace_id = $1', [workspace.id])).toEqual(before);
});

test('a failing key works again with a model that it is allowed', async () => {
  const { workspace, admin, own, key, to } = await withOwnKey();
  standIn.setScenario(key, 'no-model');
  await admin.providerKeys.test.mutate({ id: own.id });
  standIn.setScenario(key, undefined);
  const changed = await admin.providerKeys.changeModel.mutate({ id: own.id, version: 1, model: to });
  expect(changed).toMatchObject({ failing_since: null, last_error: null });
  await server.generate(workspace);
});

test('the same model changes nothing, and leaves no entry', async () => {
  const { admin, own } = await withOwnKey();
  const asked = standIn.requests.length;
  expect(await admin.providerKeys.changeModel.mutate({ id: own.id, version: 1, model: FROM })).toEqual(own);
  expect(standIn.requests).toHaveLength(asked);
  expect((await admin.audit.list.query({ action: 'provider_key.model_changed' })).events).toEqual([]);
});

// rules/provider-keys 5
test('of two who change a key at once one gets a 409, whether they rotate it or change its model', async () => {
  const { admin, own, to } = await withOwnKey();
  const release = standIn.hold();
  const asked = standIn.requests.length;
  const changing = Promise.allSettled([
    admin.providerKeys.changeModel.mutate({ id: own.id, version: 1, model: to }),
    admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: server.keyFor('good') }),
  ]);
  await expect.poll(() => standIn.requests.length).toBe(asked + 2);
  release();
  const outcomes = await changing;
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { data: { httpStatus: 409, app_code: 'stale_version' } },
  });
});

test.each([
  ['a model that is not listed', 'anthropic', 'no-such-model', 'Must be one of the models offered'],
  ['a deployment at Azure, which the key is bound to', 'azure_openai', 'gpt-6-luna', 'remove the key'],
] as const)('%s is refused before anybody is asked', async (_, provider, model, words) => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const own = await admin.providerKeys.add.mutate(newKey(provider, server.keyFor('good')));
  const asked = standIn.requests.length;
  const changing = admin.providerKeys.changeModel.mutate({ id: own.id, version: 1, model });
  await expect(changing).rejects.toMatchObject({
    data: { httpStatus: 400, errors: [{ path: 'model', message: expect.stringContaining(words) }] },
  });
  expect(standIn.requests).toHaveLength(asked);
});

test('a key that this server cannot decrypt is not sent anywhere, and says so', async () => {
  const { workspace, admin, own, to } = await withOwnKey();
  await rows(`update provider_keys set key_id = 'lost' where workspace_id = $1`, [workspace.id]);
  const asked = standIn.requests.length;
  await expect(admin.providerKeys.changeModel.mutate({ id: own.id, version: 1, model: to })).rejects.toMatchObject({
    data: { app_code: 'provider_key_failed' },
  });
  expect(standIn.requests).toHaveLength(asked);
});
