import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { startKeyServer } from '../../../test/key-server.ts';
import { openOperatorDatabase } from '../../database/database.ts';
import { NANODOLLARS_PER_USD } from '../../providers/ai/prices.ts';
import { A_TOKEN, budgetOf } from './budget-fixture.ts';

const server = await startKeyServer();
const { make } = server;
const other = await openOperatorDatabase(server.databaseUrl, 8);
afterAll(() => other.close());

/** Number of tokens that cost one dollar. */
const DOLLAR = NANODOLLARS_PER_USD / A_TOKEN;
const budget = budgetOf(server, 10);
const unlimited = budgetOf(server, null);
const REFUSED = { code: 'ai_budget_exhausted', status: 409 };

// rules/bounds 11
test('whatever calls come at once on several instances, they never reserve more than the limit', async () => {
  const call = fc.record({ tokens: fc.integer({ min: 0, max: 4 * DOLLAR }), here: fc.boolean() });
  const calls = fc.array(call, { minLength: 8, maxLength: 24 });
  await fc.assert(
    fc.asyncProperty(calls, async (wanted) => {
      const workspace = await make.workspace();
      const tried = await Promise.allSettled(
        wanted.map(({ tokens, here }) => budget.reserve(workspace, tokens, { on: here ? server.db : other })),
      );
      const reserved = wanted.filter((_, n) => tried[n]?.status === 'fulfilled').map(({ tokens }) => tokens);
      const sum = reserved.reduce((all, tokens) => all + tokens, 0);
      expect(sum).toBeLessThanOrEqual(10 * DOLLAR);
      expect((await budget.read(workspace)).reserved_usd).toBeCloseTo((sum * A_TOKEN) / NANODOLLARS_PER_USD, 6);
      // Every refused call would have exceeded the limit in the end.
      for (const [n, { tokens }] of wanted.entries()) {
        if (tried[n]?.status === 'rejected') expect(sum + tokens).toBeGreaterThan(10 * DOLLAR);
      }
    }),
    { numRuns: 12 },
  );
});

test('calls that end while others begin leave exactly what they cost', async () => {
  const workspace = await make.workspace();
  let refused = 0;
  const one = async (n: number) => {
    const on = n % 2 === 0 ? server.db : other;
    const reservation = await budget.reserve(workspace, DOLLAR, { on }).catch(() => undefined);
    if (!reservation) refused++;
    else await budget.settle(workspace, reservation, DOLLAR / 10, on);
  };
  await Promise.all(Array.from({ length: 60 }, (_, n) => one(n)));
  const { spent_usd: spent, reserved_usd: reserved } = await budget.read(workspace);
  expect(spent).toBeCloseTo((60 - refused) / 10, 6);
  expect(reserved).toBe(0);
  expect(spent).toBeLessThanOrEqual(10);
});

test('a workspace’s spending is its own', async () => {
  const [one, two] = [await make.workspace(), await make.workspace()];
  await budget.reserve(one, 10 * DOLLAR);
  await expect(budget.reserve(one, 1)).rejects.toMatchObject(REFUSED);
  await budget.reserve(two, 10 * DOLLAR);
});

test('a month ends with its last moment in UTC, and a call belongs to the one in which it began', async () => {
  const workspace = await make.workspace();
  const last = new Date('2026-11-30T23:59:59.999Z');
  const next = new Date('2026-12-01T00:00:00.000Z');
  const reservation = await budget.reserve(workspace, 10 * DOLLAR, { at: last });
  await expect(budget.reserve(workspace, 1, { at: last })).rejects.toThrow(/wait until December 1 \(UTC\)/);
  await budget.reserve(workspace, 10 * DOLLAR, { at: next });
  await expect(budget.reserve(workspace, 1, { at: next })).rejects.toThrow(/wait until January 1 \(UTC\)/);
  await budget.settle(workspace, reservation, 2 * DOLLAR);
  await budget.reserve(workspace, 8 * DOLLAR, { at: last });
  expect(await budget.read(workspace, last)).toMatchObject({
    month: '2026-11',
    spent_usd: 2,
    reserved_usd: 8,
    renews_at: next.toISOString(),
    before: [],
  });
  expect(await budget.read(workspace, next)).toMatchObject({
    month: '2026-12',
    spent_usd: 0,
    reserved_usd: 10,
    before: [{ month: '2026-11', spent_usd: 10 }],
  });
});

// rules/bounds 11
test('what a process that died had reserved counts as spent, and a settlement that comes late is still exact', async () => {
  const workspace = await make.workspace();
  const [dead, slow] = [await budget.reserve(workspace, 4 * DOLLAR), await budget.reserve(workspace, 6 * DOLLAR)];
  await budget.expire();
  expect(await budget.read(workspace)).toMatchObject({ spent_usd: 10, reserved_usd: 0, level: 'exhausted' });
  await expect(budget.reserve(workspace, 1)).rejects.toMatchObject(REFUSED);
  await budget.settle(workspace, slow, DOLLAR);
  expect(await budget.read(workspace)).toMatchObject({ spent_usd: 5, reserved_usd: 0 });
  await budget.removeExpired();
  expect(await budget.read(workspace)).toMatchObject({ spent_usd: 5 });
  // The reservation is gone, so nothing is refunded.
  await budget.settle(workspace, dead, 0);
  await budget.settle(workspace, slow, 0);
  expect(await budget.read(workspace)).toMatchObject({ spent_usd: 5 });
});

test('a call of which nobody knows what it used stays charged with what was reserved', async () => {
  const workspace = await make.workspace();
  await budget.settle(workspace, await budget.reserve(workspace, 3 * DOLLAR), null);
  expect(await budget.read(workspace)).toMatchObject({ spent_usd: 3, reserved_usd: 0 });
});

// rules/bounds 11
test('administrators are warned from 80 % on, and the amount is exhausted at 100 %', async () => {
  const workspace = await make.workspace();
  const level = async () => (await budget.read(workspace)).level;
  await budget.reserve(workspace, 8 * DOLLAR - 1);
  expect(await level()).toBe('open');
  await budget.reserve(workspace, 1);
  expect(await level()).toBe('warned');
  await budget.reserve(workspace, 2 * DOLLAR - 1);
  expect(await level()).toBe('warned');
  await budget.reserve(workspace, 1);
  expect(await level()).toBe('exhausted');
  await expect(budget.reserve(workspace, 1)).rejects.toThrow(
    'AI generation & grading: of the $10.00 that this workspace may spend on the pooled key in a month, $10.00 are ' +
      'spent or reserved, and this call may cost $0.01. An administrator adds a provider key under Settings; or wait ' +
      'until ',
  );
});

test('a call that may cost more than a whole month’s amount is not told to wait', async () => {
  const workspace = await make.workspace();
  await expect(budget.reserve(workspace, 11 * DOLLAR)).rejects.toThrow(
    /may cost \$11\.00\. An administrator adds a provider key under Settings; or ask the operator for a larger amount\.$/,
  );
  expect(await budget.read(workspace)).toMatchObject({ spent_usd: 0, reserved_usd: 0, level: 'open' });
});

test('without a limit everything is counted all the same, so that one which is set later finds it', async () => {
  const workspace = await make.workspace();
  await unlimited.settle(workspace, await unlimited.reserve(workspace, 30 * DOLLAR), 12 * DOLLAR);
  expect(await unlimited.read(workspace)).toMatchObject({ spent_usd: 12, limit_usd: null, level: 'open' });
  expect(await budget.read(workspace)).toMatchObject({ spent_usd: 12, limit_usd: 10, level: 'exhausted' });
  await expect(budget.reserve(workspace, 0)).rejects.toMatchObject(REFUSED);
});
