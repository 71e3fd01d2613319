import { liveTopics } from '@training/shared/live';
import { expect, onTestFinished, test } from 'vitest';
import { newKey, startKeyServer } from '../../../../test/key-server.ts';
import type { TestWorkspace } from '../../../../test/make.ts';
import { TopicChangeListener, workspaceLiveTopicOf } from '../../../platform/topic-changes.ts';
import { AiProviderError } from '../../../providers/ai/failure.ts';
import { OwnKeyRefusedError } from '../../provider-keys/own-key.ts';

const POOLED = 'good-pooled-0123456789abcdef';
const server = await startKeyServer({ env: { ANTHROPIC_API_KEY: POOLED } });
const without = await startKeyServer();
const { make, standIn, rows } = server;

async function withOwnKey(key = server.keyFor('good')) {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const own = await admin.providerKeys.add.mutate(newKey('openai', key));
  return { workspace, admin, own, key };
}

/** Keys used in provider requests while `work` ran. */
async function keysDuring(work: () => Promise<unknown>): Promise<string[]> {
  const from = standIn.requests.length;
  await work();
  return server.keysSince(from);
}

const calls = (workspace: TestWorkspace) =>
  rows(
    `select purpose, provider, model, own, outcome, input_tokens > 0 as counted, cost_usd > 0 as priced, duration_ms >= 0 as timed
     from ai_calls where workspace_id = $1 and purpose <> 'key_validation' order by at, id`,
    [workspace.id],
  );

// rules/provider-keys 13, rules/ai 3
test('a workspace without an own key uses the pooled one, and each call leaves a row', async () => {
  const workspace = await make.workspace();
  expect(await keysDuring(() => server.generate(workspace))).toEqual([POOLED]);
  expect(await calls(workspace)).toEqual([
    {
      purpose: 'card_generation',
      provider: 'anthropic',
      model: 'claude-opus-5-5',
      own: false,
      outcome: 'ok',
      counted: true,
      priced: true,
      timed: true,
    },
  ]);
});

test('where there is no key at all the call says so and leaves no row', async () => {
  const workspace = await without.make.workspace();
  await expect(without.generate(workspace)).rejects.toMatchObject({ code: 'ai_not_configured', status: 409 });
  expect(without.standIn.requests).toEqual([]);
  expect(await without.rows('select 1 from ai_calls')).toEqual([]);
});

// rules/ai 3
test('an own key is used alone, and its use is noted beside its record', async () => {
  const { workspace, admin, key, own } = await withOwnKey();
  expect(await keysDuring(() => server.generate(workspace))).toEqual([key]);
  expect(await calls(workspace)).toMatchObject([{ provider: 'openai', model: 'gpt-6-luna', own: true, outcome: 'ok' }]);
  const [{ own: shown } = { own: null }] = (await admin.providerKeys.list.query()).capabilities;
  expect(shown!.last_used_at).not.toBeNull();
  expect(shown).toMatchObject({ ...own, last_used_at: expect.any(String), last_verified_at: expect.any(String) });
});

test('many calls in a minute write how the key fares once', async () => {
  const { workspace, own } = await withOwnKey();
  const health = () =>
    rows('select xmin::text, last_used_at from provider_key_health where provider_key_id = $1', [own.id]);
  await server.generate(workspace);
  const before = await health();
  await Promise.all([server.generate(workspace), server.generate(workspace), server.generate(workspace)]);
  expect(await health()).toEqual(before);
  await rows(
    `update provider_key_health set last_used_at = last_used_at - interval '1 minute' where provider_key_id = $1`,
    [own.id],
  );
  await server.generate(workspace);
  expect(await health()).not.toEqual(before);
  expect(await calls(workspace)).toHaveLength(5);
});

test('the last call says how a key fares, within the same minute too', async () => {
  const { workspace, admin, key } = await withOwnKey();
  const shown = async () => (await admin.providerKeys.list.query()).capabilities[0]!.own!;
  const isTroubled = async () => {
    const { last_error: error, last_verified_at: verified } = await shown();
    return error !== null && error.at >= verified!;
  };
  expect(await isTroubled()).toBe(false);
  standIn.setScenario(key, 'broken');
  await expect(server.generate(workspace)).rejects.toMatchObject({ outcome: 'unreachable' });
  expect(await isTroubled()).toBe(true);
  expect(await shown()).toMatchObject({ failing_since: null, last_error: { outcome: 'unreachable' } });
  standIn.setScenario(key, undefined);
  await server.generate(workspace);
  expect(await isTroubled()).toBe(false);
  standIn.setScenario(key, 'broken');
  await expect(server.generate(workspace)).rejects.toMatchObject({ outcome: 'unreachable' });
  expect(await isTroubled()).toBe(true);
});

test('a page that shows keys hears when calls begin to fail, and when they pass again', async () => {
  const { workspace, key } = await withOwnKey();
  const live = new TopicChangeListener([server.databaseUrl], { warn: () => undefined });
  onTestFinished(() => live.close());
  let told = 0;
  live.follow(workspaceLiveTopicOf(workspace.id, liveTopics.providerKeys), () => void told++);
  // Of the key that was added.
  await expect.poll(() => told).toBe(1);
  standIn.setScenario(key, 'broken');
  for (const _ of [1, 2]) await expect(server.generate(workspace)).rejects.toMatchObject({ outcome: 'unreachable' });
  await expect.poll(() => told).toBe(2);
  standIn.setScenario(key, undefined);
  for (const _ of [1, 2]) await server.generate(workspace);
  await expect.poll(() => told).toBe(3);
});

// rules/provider-keys 7
test('a call under way finishes with its key when that is removed, and the next is pooled', async () => {
  const { workspace, admin, own, key } = await withOwnKey();
  const release = standIn.hold();
  const from = standIn.requests.length;
  const underWay = server.generate(workspace);
  await expect.poll(() => standIn.requests.length).toBe(from + 1);
  await admin.providerKeys.remove.mutate({ id: own.id });
  release();
  expect(await underWay).toBe('Yes.');
  await server.generate(workspace);
  expect(server.keysSince(from)).toEqual([key, POOLED]);
  expect((await calls(workspace)).map(({ own: isOwn }) => isOwn)).toEqual([true, false]);
});

// rules/provider-keys 6
test('a call under way finishes with the old key when that is rotated, and the next uses the new one', async () => {
  const { workspace, admin, own, key } = await withOwnKey();
  const next = server.keyFor('limited');
  const release = standIn.hold();
  const from = standIn.requests.length;
  const underWay = server.generate(workspace);
  await expect.poll(() => standIn.requests.length).toBe(from + 1);
  await admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: next });
  standIn.setScenario(next, 'good');
  release();
  expect(await underWay).toBe('Yes.');
  await server.generate(workspace);
  expect(server.keysSince(from)).toEqual([key, next, next]);
});

test('an old key that is refused after its rotation says nothing about the new one', async () => {
  const { workspace, admin, own, key } = await withOwnKey();
  const other = server.keyFor('good');
  const before = await server.db.pool.connect();
  // Holds the lock until the rotation is done: the call reads the old key first, and its refusal arrives last.
  await before.query('begin');
  await before.query('select 1 from provider_key_health where provider_key_id = $1 for update', [own.id]);
  standIn.setScenario(key, 'bad');
  const refused = server.generate(workspace);
  refused.catch(() => undefined);
  await expect.poll(() => standIn.requests.at(-1)).toMatchObject({ key, scenario: 'bad' });
  await before.query('update provider_keys set version = 2 where id = $1', [own.id]);
  await before.query('commit');
  before.release();
  await expect(refused).rejects.toBeInstanceOf(OwnKeyRefusedError);
  const [{ own: shown } = { own: null }] = (await admin.providerKeys.list.query()).capabilities;
  expect(shown).toMatchObject({ failing_since: null, last_error: null });
  await admin.providerKeys.rotate.mutate({ id: own.id, version: 2, key: other });
  expect(await keysDuring(() => server.generate(workspace))).toEqual([other]);
});

// rules/provider-keys 9
test.each(['limited', 'broken'] as const)(
  '“%s” passes: it is noted, and the key does not count as failing',
  async (scenario) => {
    const { workspace, admin, key } = await withOwnKey();
    standIn.setScenario(key, scenario);
    const outcome = scenario === 'limited' ? 'rate_limited' : 'unreachable';
    const failure = server.generate(workspace);
    await expect(failure).rejects.toBeInstanceOf(AiProviderError);
    await expect(failure).rejects.toMatchObject({ outcome, retryAfter: scenario === 'limited' ? 7 : undefined });
    const [{ own } = { own: null }] = (await admin.providerKeys.list.query()).capabilities;
    expect(own).toMatchObject({ failing_since: null, last_error: { outcome } });
    expect(await calls(workspace)).toMatchObject([{ own: true, outcome }]);
  },
);

test('a call that its caller gives up leaves a row and no mark on the key', async () => {
  const { workspace, admin, key } = await withOwnKey();
  standIn.setScenario(key, 'slow');
  const stopping = new AbortController();
  const from = standIn.requests.length;
  const underWay = server.generate(workspace, stopping.signal);
  underWay.catch(() => undefined);
  await expect.poll(() => standIn.requests.length).toBe(from + 1);
  stopping.abort(new Error('cancelled'));
  await expect(underWay).rejects.toThrow('cancelled');
  const [{ own } = { own: null }] = (await admin.providerKeys.list.query()).capabilities;
  expect(own).toMatchObject({ failing_since: null, last_error: null });
  expect(await calls(workspace)).toMatchObject([{ own: true, outcome: 'aborted' }]);
});

test('a pooled key that is refused is for the operator to mend: it is logged, and said to whoever called', async () => {
  const workspace = await make.workspace();
  standIn.setScenario(POOLED, 'bad');
  const refused = server.generate(workspace);
  await expect(refused).rejects.toBeInstanceOf(AiProviderError);
  await expect(refused).rejects.toMatchObject({ outcome: 'invalid_key' });
  standIn.setScenario(POOLED, undefined);
  expect(server.logged.at(-1)).toEqual({
    fields: { capability: 'generation', provider: 'anthropic', outcome: 'invalid_key' },
    message: 'The pooled key is refused',
  });
  expect(await calls(workspace)).toMatchObject([{ own: false, outcome: 'invalid_key' }]);
});
