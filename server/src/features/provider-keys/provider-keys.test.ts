import { AI_PROVIDER_TRAITS, AiProvider } from '@training/shared/provider-keys/provider-keys';
import { expect, test } from 'vitest';
import { newKey, startKeyServer } from '../../../test/key-server.ts';
import type { TestWorkspace } from '../../../test/make.ts';

const server = await startKeyServer();
const { make, standIn, rows } = server;

const OTHER_MODEL = 'claude-haiku-5-5';

const stored = (workspace: TestWorkspace) =>
  rows('select xmin::text, * from provider_keys where workspace_id = $1', [workspace.id]);
const audited = async (workspace: TestWorkspace) => {
  const events = await rows<{ action: string; changes: object }>(
    `select action, changes from audit_events where workspace_id = $1 and action like 'provider_key.%' order by at, id`,
    [workspace.id],
  );
  return events.map(({ action, changes }) => [action.replace('provider_key.', ''), changes]);
};

/** A workspace with its own key for generation. */
async function withOwnKey(key = server.keyFor('good')) {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const own = await admin.providerKeys.add.mutate(newKey('anthropic', key));
  return { workspace, admin, own, key };
}

// rules/provider-keys 1
test.each(AiProvider.exclude(['openai_compatible']).options)(
  'a key for %s is verified with its model, then stored and shown without itself',
  async (provider) => {
    const workspace = await make.workspace();
    const admin = await server.as('super_admin', workspace);
    const key = server.keyFor('good');
    const asked = standIn.requests.length;
    const { key: _, ...named } = newKey(provider, key);
    const { capability } = AI_PROVIDER_TRAITS[provider];
    const added = await admin.providerKeys.add.mutate(newKey(provider, key));
    expect(added).toMatchObject({ ...named, capability, version: 1, failing_since: null, last_used_at: null });
    expect(added.last_verified_at).not.toBeNull();
    expect(server.keysSince(asked)).toEqual([key]);
    const { capabilities } = await admin.providerKeys.list.query();
    expect(capabilities.map(({ own }) => own)).toEqual(capability === 'generation' ? [added, null] : [null, added]);
    expect(await audited(workspace)).toEqual([['added', { capability, ...named }]]);
    const calls = await rows(
      `select capability, purpose, provider, own, outcome, input_tokens > 0 and output_tokens > 0 as tokens,
         seconds > 0 as seconds, reckoned from ai_calls where workspace_id = $1`,
      [workspace.id],
    );
    const isSpeech = capability === 'transcription';
    const used = { tokens: !isSpeech, seconds: isSpeech, reckoned: false };
    expect(calls).toEqual([{ capability, purpose: 'key_validation', provider, own: true, outcome: 'ok', ...used }]);
  },
);

// rules/provider-keys 3
test('a limit says that the key is live: it is stored, and rotated to', async () => {
  const { admin, own } = await withOwnKey(server.keyFor('limited'));
  const rotated = await admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: server.keyFor('limited') });
  expect(rotated).toMatchObject({ version: 2, last_error: null, failing_since: null });
  expect(await admin.providerKeys.test.mutate({ id: own.id })).toMatchObject({ outcome: 'rate_limited' });
});

test('of two who add at once one gets the key and the other a 409, and so does whoever comes later', async () => {
  const workspace = await make.workspace();
  const admins = await Promise.all([server.as('super_admin', workspace), server.as('super_admin', workspace)]);
  const release = standIn.hold();
  const asked = standIn.requests.length;
  const adding = Promise.allSettled(
    admins.map((admin) => admin.providerKeys.add.mutate(newKey('openai', server.keyFor('good')))),
  );
  await expect.poll(() => standIn.requests.length).toBe(asked + 2);
  release();
  const outcomes = await adding;
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { data: { httpStatus: 409, app_code: 'provider_key_exists' } },
  });
  expect(await stored(workspace)).toHaveLength(1);
  await expect(admins[0]!.providerKeys.add.mutate(newKey('google', server.keyFor('good')))).rejects.toMatchObject({
    data: { httpStatus: 409 },
  });
  expect(standIn.requests).toHaveLength(asked + 2);
});

// rules/provider-keys 1
test('each capability has a key of its own', async () => {
  const { admin, own } = await withOwnKey();
  const speech = await admin.providerKeys.add.mutate(newKey('deepgram', server.keyFor('good')));
  await admin.providerKeys.remove.mutate({ id: own.id });
  const { capabilities } = await admin.providerKeys.list.query();
  expect(capabilities).toMatchObject([
    { capability: 'generation', own: null, pooled: null, parked_jobs: 0 },
    { capability: 'transcription', own: speech },
  ]);
});

// rules/provider-keys 4
test('a test says how the key fares and leaves its record as it is', async () => {
  const { workspace, admin, own, key } = await withOwnKey();
  const before = await stored(workspace);
  const tested = await admin.providerKeys.test.mutate({ id: own.id });
  expect(tested).toMatchObject({ outcome: 'live' });
  standIn.setScenario(key, 'broken');
  expect(await admin.providerKeys.test.mutate({ id: own.id })).toMatchObject({ outcome: 'unreachable' });
  const [{ own: shown } = { own: null }] = (await admin.providerKeys.list.query()).capabilities;
  expect(shown).toMatchObject({ version: 1, failing_since: null, last_error: { outcome: 'unreachable' } });
  expect(shown!.last_verified_at! > own.last_verified_at!).toBe(true);
  expect(await stored(workspace)).toEqual(before);
  expect((await audited(workspace)).slice(1)).toEqual([
    ['tested', { outcome: 'live', model: 'claude-opus-5-5' }],
    ['tested', { outcome: 'unreachable', model: 'claude-opus-5-5' }],
  ]);
});

// rules/provider-keys 6
test('a rotation is used by the very next call, and takes only the version that was seen', async () => {
  const { workspace, admin, own } = await withOwnKey();
  const key = server.keyFor('good');
  const rotated = await admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key });
  expect(rotated).toMatchObject({ id: own.id, version: 2, model: own.model, created_at: own.created_at });
  expect(rotated.rotated_by).toBe(own.created_by);
  const asked = standIn.requests.length;
  await server.generate(workspace);
  expect(server.keysSince(asked)).toEqual([key]);
  await expect(
    admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: server.keyFor('good') }),
  ).rejects.toMatchObject({ data: { httpStatus: 409, app_code: 'stale_version' } });
});

// rules/provider-keys 5
test('of two who rotate at once one gets the new key in, and the other a 409', async () => {
  const { workspace, admin, own } = await withOwnKey();
  const other = await server.as('super_admin', workspace);
  const keys = [server.keyFor('good'), server.keyFor('good')];
  const release = standIn.hold();
  const asked = standIn.requests.length;
  const rotating = Promise.allSettled(
    [admin, other].map((person, i) => person.providerKeys.rotate.mutate({ id: own.id, version: 1, key: keys[i]! })),
  );
  await expect.poll(() => standIn.requests.length).toBe(asked + 2);
  release();
  const outcomes = await rotating;
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { data: { httpStatus: 409, app_code: 'stale_version' } },
  });
  const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
  const before = standIn.requests.length;
  await server.generate(workspace);
  expect(server.keysSince(before)).toEqual([keys[winner]]);
  expect((await audited(workspace)).filter(([action]) => action === 'rotated')).toHaveLength(1);
});

test('a key that is removed while its rotation is verified stays removed', async () => {
  const { workspace, admin, own } = await withOwnKey();
  const release = standIn.hold();
  const asked = standIn.requests.length;
  const rotating = admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: server.keyFor('good') });
  rotating.catch(() => undefined);
  await expect.poll(() => standIn.requests.length).toBe(asked + 1);
  await admin.providerKeys.remove.mutate({ id: own.id });
  release();
  await expect(rotating).rejects.toMatchObject({ data: { httpStatus: 404 } });
  expect(await stored(workspace)).toEqual([]);
});

test('what was removed is gone: removing, testing and rotating it again is 404', async () => {
  const { workspace, admin, own } = await withOwnKey();
  expect(await admin.providerKeys.remove.mutate({ id: own.id })).toEqual({ id: own.id, capability: 'generation' });
  const gone = { data: { httpStatus: 404, app_code: 'provider_key_not_found' } };
  await expect(admin.providerKeys.remove.mutate({ id: own.id })).rejects.toMatchObject(gone);
  await expect(admin.providerKeys.test.mutate({ id: own.id })).rejects.toMatchObject(gone);
  await expect(
    admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: server.keyFor('good') }),
  ).rejects.toMatchObject(gone);
  expect(await stored(workspace)).toEqual([]);
  expect(await rows('select 1 from provider_key_health where workspace_id = $1', [workspace.id])).toEqual([]);
  expect((await audited(workspace)).map(([action]) => action)).toEqual(['added', 'removed']);
});

test('only super admins change keys; auditors see how they fare; others see nothing of them', async () => {
  const { workspace, admin, own } = await withOwnKey();
  const auditor = await server.as('auditor', workspace);
  const { capabilities, models } = await admin.providerKeys.list.query();
  const [generation, transcription] = capabilities;
  expect(generation?.own).toMatchObject({ id: own.id, created_by: expect.any(String) });
  // An auditor sees the keys and their health (rules/roles 2), but not who manages them.
  expect(await auditor.providerKeys.list.query()).toEqual({
    capabilities: [{ ...generation, own: { ...generation?.own, created_by: null } }, transcription],
    models,
  });
  expect((await auditor.providerKeys.usage.query()).totals.own.calls).toBe(1);
  const refused = { data: { httpStatus: 403 } };
  const writes = (person: typeof auditor) => [
    () => person.providerKeys.add.mutate(newKey('deepgram', server.keyFor('good'))),
    () => person.providerKeys.test.mutate({ id: own.id }),
    () => person.providerKeys.rotate.mutate({ id: own.id, version: 1, key: server.keyFor('good') }),
    () => person.providerKeys.changeModel.mutate({ id: own.id, version: 1, model: OTHER_MODEL }),
    () => person.providerKeys.remove.mutate({ id: own.id }),
  ];
  for (const write of writes(auditor)) await expect(write()).rejects.toMatchObject(refused);
  for (const role of ['learner', 'trainer', 'content_manager'] as const) {
    const person = await server.as(role, workspace);
    for (const write of writes(person)) await expect(write()).rejects.toMatchObject(refused);
    await expect(person.providerKeys.list.query()).rejects.toMatchObject(refused);
    await expect(person.providerKeys.usage.query()).rejects.toMatchObject(refused);
  }
  expect(await stored(workspace)).toMatchObject([{ id: own.id, version: 1 }]);
});
