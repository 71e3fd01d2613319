import { AI_USAGE_REPORT_DAYS } from '@training/shared/ai-usage/ai-usage';
import { expect, onTestFinished, test } from 'vitest';
import { streamOf } from '../../../test/ai/streams.ts';
import { newKey, startKeyServer } from '../../../test/key-server.ts';
import type { TestWorkspace } from '../../../test/make.ts';
import { readAiUsage } from './read-ai-usage.ts';

const server = await startKeyServer({ env: { OPENAI_API_KEY: 'good-pooled-0123456789abcdef' } });
const { make, rows } = server;

const NOW = new Date('2026-03-10T00:30:00.000Z');
const NONE_SAVED = { cached_tokens: 0, cache_saved_usd: 0, flex_saved_usd: 0 };
const NOTHING = { calls: 0, failed: 0, input_tokens: 0, output_tokens: 0, seconds: 0, cost_usd: 0, ...NONE_SAVED };

type Call = Partial<{
  at: string;
  purpose: string;
  model: string;
  own: boolean;
  outcome: string;
  cost: number | null;
  tokens: number;
}>;

async function call(workspace: TestWorkspace, changes: Call = {}) {
  const { at = NOW.toISOString(), purpose = 'card_generation', model = 'claude-opus-5-5', own = true } = changes;
  const { outcome = 'ok', cost = 0.001, tokens = 100 } = changes;
  await rows(
    `insert into ai_calls (workspace_id, id, at, capability, purpose, provider, model, own, input_tokens, output_tokens,
       seconds, duration_ms, outcome, cost_usd)
     values ($1, gen_random_uuid(), $2, 'generation', $3, 'anthropic', $4, $5, $6, 10, 1.5, 20, $7, $8)`,
    [workspace.id, at, purpose, model, own, tokens, outcome, cost],
  );
}

const read = (workspace: TestWorkspace) => readAiUsage({ db: server.db, workspace, ai: server.services, now: NOW });

test('a workspace that never called a provider has thirty days of nothing', async () => {
  const usage = await read(await make.workspace());
  expect(usage).toMatchObject({
    from: '2026-02-09T00:00:00.000Z',
    to: NOW.toISOString(),
    by_feature: [],
    unpriced_calls: 0,
  });
  expect(usage.totals).toEqual({ own: NOTHING, pooled: NOTHING });
  expect(usage.days).toHaveLength(AI_USAGE_REPORT_DAYS);
  expect(usage.days.at(0)).toEqual({ date: '2026-02-09', own: NOTHING, pooled: NOTHING });
  expect(usage.days.at(-1)?.date).toBe('2026-03-10');
});

test('days are those of UTC, and the thirty-first is left out', async () => {
  const workspace = await make.workspace();
  for (const at of [
    '2026-03-10T00:00:00.000Z',
    '2026-03-09T23:59:59.999Z',
    '2026-02-09T00:00:00Z',
    '2026-02-08T23:59:59.999Z',
  ]) {
    await call(workspace, { at });
  }
  const { days, totals } = await read(workspace);
  expect(days.filter(({ own }) => own.calls > 0).map(({ date, own }) => [date, own.calls])).toEqual([
    ['2026-02-09', 1],
    ['2026-03-09', 1],
    ['2026-03-10', 1],
  ]);
  expect(totals.own.calls).toBe(3);
});

// rules/provider-keys 13
test('own and pooled, failed and unpriced calls are told apart, and everything adds up', async () => {
  const workspace = await make.workspace();
  await call(workspace);
  await call(workspace, { at: '2026-03-08T12:00:00Z', cost: 0.0000004 });
  await call(workspace, { own: false, cost: 0.1 });
  await call(workspace, { own: false, cost: 0.2 });
  await call(workspace, { outcome: 'unreachable', cost: 0, tokens: 0 });
  await call(workspace, { model: 'their-deployment', cost: null });
  await call(workspace, { purpose: 'key_validation', cost: 0, tokens: 0 });
  await call(await make.workspace(), { cost: 99 });
  const { totals, by_feature: features, unpriced_calls: unpriced, days } = await read(workspace);
  expect(totals.own).toEqual({
    calls: 5,
    failed: 1,
    input_tokens: 300,
    output_tokens: 50,
    seconds: 7.5,
    cost_usd: 0.001,
    ...NONE_SAVED,
  });
  // In binary floating point, 0.1 + 0.2 is slightly more.
  expect(totals.pooled).toEqual({
    calls: 2,
    failed: 0,
    input_tokens: 200,
    output_tokens: 20,
    seconds: 3,
    cost_usd: 0.3,
    ...NONE_SAVED,
  });
  expect(features.map(({ purpose, model, own, calls }) => [purpose, model, own, calls])).toEqual([
    ['card_generation', 'claude-opus-5-5', true, 3],
    ['card_generation', 'claude-opus-5-5', false, 2],
    ['card_generation', 'their-deployment', true, 1],
    ['key_validation', 'claude-opus-5-5', true, 1],
  ]);
  expect(unpriced).toBe(1);
  const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0);
  expect(sum(days.map(({ own, pooled }) => own.calls + pooled.calls))).toBe(7);
  expect(sum(features.map(({ calls }) => calls))).toBe(7);
});

// rules/provider-keys 13
test('a check that finds a key refused is a call, and no failed one', async () => {
  const workspace = await make.workspace();
  const twin = await make.workspace();
  for (const place of [workspace, twin]) await call(place, { outcome: 'invalid_key', cost: 0, tokens: 0 });
  await call(workspace, { purpose: 'key_validation', outcome: 'invalid_key', cost: 0, tokens: 0 });
  const { totals, days, by_feature: features } = await read(workspace);
  expect(totals.own).toMatchObject({ calls: 2, failed: 1 });
  expect(days.at(-1)?.own).toMatchObject({ calls: 2, failed: 1 });
  expect(features.map(({ purpose, calls, failed }) => [purpose, calls, failed])).toEqual([
    ['card_generation', 1, 1],
    ['key_validation', 1, 0],
  ]);
});

test('calls that end at the same moment are all counted', async () => {
  const workspace = await make.workspace();
  await Promise.all(Array.from({ length: 40 }, (_, i) => call(workspace, { own: i % 2 === 0 })));
  const { totals } = await read(workspace);
  expect([totals.own, totals.pooled]).toMatchObject([
    { calls: 20, input_tokens: 2_000, cost_usd: 0.02 },
    { calls: 20, input_tokens: 2_000, cost_usd: 0.02 },
  ]);
});

test('what is called is counted, with its estimated cost', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  await server.generate(workspace);
  await admin.providerKeys.add.mutate(newKey('anthropic', server.keyFor('good')));
  await server.generate(workspace);
  await admin.providerKeys.add.mutate(newKey('deepgram', server.keyFor('good')));
  const { totals, by_feature: features } = await admin.providerKeys.usage.query();
  expect(totals).toMatchObject({ own: { calls: 3, failed: 0, seconds: 1 }, pooled: { calls: 1, failed: 0 } });
  const [own, pooled] = features;
  expect(own).toMatchObject({ purpose: 'card_generation', provider: 'anthropic', own: true });
  const dollars = (input: number, output: number) => Number(((input * 4 + output * 20) / 1_000_000).toFixed(6));
  expect(own?.cost_usd).toBe(dollars(own!.input_tokens, own!.output_tokens));
  expect(own?.cost_usd).toBeGreaterThan(0);
  expect(pooled).toMatchObject({ purpose: 'card_generation', provider: 'openai', own: false });
});

test('a check counts the second of the clip that a speech provider has heard, and any other check none', async () => {
  const admin = await server.as('super_admin', await make.workspace());
  const heard = async () => (await admin.providerKeys.usage.query()).totals.own.seconds;
  await admin.providerKeys.add.mutate(newKey('anthropic', server.keyFor('good')));
  await expect(admin.providerKeys.add.mutate(newKey('deepgram', server.keyFor('bad')))).rejects.toThrow();
  expect(await heard()).toBe(0);
  await admin.providerKeys.add.mutate(newKey('deepgram', server.keyFor('good')));
  expect(await heard()).toBe(1);
});

test('a key that is only limited when it is checked is live, and that call has not failed', async () => {
  const admin = await server.as('super_admin', await make.workspace());
  await admin.providerKeys.add.mutate(newKey('anthropic', server.keyFor('limited')));
  const { totals } = await admin.providerKeys.usage.query();
  expect(totals.own).toMatchObject({ calls: 1, failed: 0 });
});

// rules/ai 25
test('what is read from the cache, and what that and the flex tier saved, adds up over the days', async () => {
  const workspace = await make.workspace();
  for (const [day, own, cached, saved, flex] of [
    ['2026-03-08', true, 900, 0.003, 0],
    ['2026-03-10', true, 0, -0.001, 0.0005],
    ['2026-03-10', false, 50, 0.1, 0.2],
  ]) {
    await rows(
      `insert into ai_calls (workspace_id, id, at, capability, purpose, provider, model, own, input_tokens, output_tokens,
         cached_tokens, cache_write_tokens, seconds, duration_ms, outcome, cost_usd, cache_saved_usd, flex_saved_usd)
       values ($1, gen_random_uuid(), $2, 'generation', 'drive_scan', 'openai', 'gpt-6-luna', $3, 1000, 10, $4, 0, 0, 20,
         'ok', 0.001, $5, $6)`,
      [workspace.id, `${day}T00:00:00Z`, own, cached, saved, flex],
    );
  }
  const { totals, days, by_feature: features } = await read(workspace);
  expect(totals.own).toMatchObject({ cached_tokens: 900, cache_saved_usd: 0.002, flex_saved_usd: 0.0005 });
  expect(totals.pooled).toMatchObject({ cached_tokens: 50, cache_saved_usd: 0.1, flex_saved_usd: 0.2 });
  expect(days.at(-1)?.own).toMatchObject({ cached_tokens: 0, cache_saved_usd: -0.001, flex_saved_usd: 0.0005 });
  expect(features.map(({ own, cached_tokens: cached }) => [own, cached])).toEqual([
    [true, 900],
    [false, 50],
  ]);
});

// rules/ai 25
test('a call whose input was cached is priced as such, and the page says what that saved', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const key = server.keyFor('good');
  await admin.providerKeys.add.mutate(newKey('anthropic', key));
  const { totals: before } = await admin.providerKeys.usage.query();
  const used = { input_tokens: 1_000, cache_read_input_tokens: 8_000, cache_creation_input_tokens: 400 };
  server.standIn.setScenario(
    key,
    streamOf(
      { type: 'message_start', message: { id: 'msg_1', usage: used } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '{"words":"Yes."}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 10 } },
      { type: 'message_stop' },
    ),
  );
  onTestFinished(() => server.standIn.setScenario(key, undefined));
  await server.generate(workspace);
  const { totals } = await admin.providerKeys.usage.query();
  expect(totals.own.input_tokens - before.own.input_tokens).toBe(9_400);
  expect(totals.own.cached_tokens).toBe(8_000);
  expect(totals.own.cost_usd - before.own.cost_usd).toBeCloseTo(
    (1_000 * 4 + 8_000 * 0.2 + 400 * 5 + 10 * 20) / 1_000_000,
    6,
  );
  expect(totals.own.cache_saved_usd).toBeCloseTo((8_000 * 3.8 - 400) / 1_000_000, 6);
});

// rules/ai 25, rules/bounds 11
test('the budget of a pooled key is charged with what cached input costs', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const pooled = 'good-pooled-0123456789abcdef';
  const usage = { input_tokens: 10_000, output_tokens: 10, input_tokens_details: { cached_tokens: 9_000 } };
  server.standIn.setScenario(
    pooled,
    streamOf(
      { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'a' } },
      { type: 'response.output_text.delta', item_id: 'a', output_index: 0, delta: '{"words":"Yes."}' },
      { type: 'response.completed', response: { usage } },
    ),
  );
  onTestFinished(() => server.standIn.setScenario(pooled, undefined));
  await server.generate(workspace);
  const { totals, budget } = await admin.providerKeys.usage.query();
  expect(budget).toMatchObject({ spent_usd: (1_000 * 2 + 9_000 * 0.1 + 10 * 10) / 1_000_000, reserved_usd: 0 });
  expect(totals.pooled).toMatchObject({ cost_usd: budget.spent_usd, cached_tokens: 9_000, cache_saved_usd: 0.0171 });
});
