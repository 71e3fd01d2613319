import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { expect, test } from 'vitest';
import { BUILT_IN_MODELS } from './models.ts';
import { costOfCall, maxCostOfCall, priceOfModel, savingsOfCall, type ModelPrice } from './prices.ts';

const MILLION = 1_000_000;
const NOVEMBER = '2026-11-22T12:00:00Z';

/** Returns US$ per million input and output tokens, after a prompt of `prompt` tokens. */
function listed(provider: AiProvider, model: string, { on = NOVEMBER, prompt = 1 } = {}) {
  const price = priceOfModel(BUILT_IN_MODELS, { provider, model, resource: null });
  if (!price) return undefined;
  const cost = (outputTokens: number) =>
    costOfCall(price, new Date(on), { inputTokens: prompt, outputTokens, seconds: 0 });
  const [none = Number.NaN, million = Number.NaN] = [cost(0), cost(MILLION)];
  return [none / prompt / 1000, (million - none) / MILLION / 1000];
}

test('the built-in prices are those of the providers’ lists', () => {
  expect(listed('anthropic', 'claude-opus-5-5')).toEqual([4, 20]);
  expect(listed('anthropic', 'claude-sonnet-5-5')).toEqual([2, 10]);
  expect(listed('anthropic', 'claude-haiku-5-5')).toEqual([0.1, 0.5]);
  expect(listed('openai', 'gpt-6.1-sol')).toEqual([2, 10]);
  expect(listed('openai', 'gpt-6.1-terra')).toEqual([1, 5]);
  expect(listed('openai', 'gpt-6-luna')).toEqual([0.1, 0.5]);
  expect(listed('google', 'gemini-4-argon')).toEqual([2, 10]);
  expect(listed('google', 'gemini-4-hydrogen')).toEqual([1.5, 7.5]);
  expect(listed('google', 'gemini-3.8-flash')).toEqual([0.75, 3.75]);
});

test('a price that ends does so with its last day in UTC', () => {
  const argon = (on: string) => listed('google', 'gemini-4-argon', { on });
  expect(argon('2026-11-30T23:59:59.999Z')).toEqual([2, 10]);
  expect(argon('2026-12-01T00:00:00.000Z')).toEqual([4, 20]);
  const flash = (on: string) => listed('google', 'gemini-3.8-flash', { on });
  expect(flash('2026-12-31T23:59:59.999Z')).toEqual([0.75, 3.75]);
  expect(flash('2027-01-01T00:00:00.000Z')).toEqual([1.5, 7.5]);
});

// rules/provider-keys 12
test('a prompt that is longer than a limit is dearer as a whole', () => {
  const haiku = (prompt: number) => listed('anthropic', 'claude-haiku-5-5', { prompt });
  expect(haiku(100_000)).toEqual([0.1, 0.5]);
  expect(haiku(100_001)).toEqual([0.5, 2.5]);
  const sol = (prompt: number) => listed('openai', 'gpt-6.1-sol', { prompt });
  expect(sol(272_000)).toEqual([2, 10]);
  expect(sol(272_001)).toEqual([4, 15]);
});

// rules/provider-keys 12
test('each built-in price is a whole number, and says where and when it was found', () => {
  for (const { id, price } of Object.values(BUILT_IN_MODELS).flat()) {
    expect(new URL(price?.source ?? '').protocol, id).toBe('https:');
    expect(price?.lookedUp, id).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const step of price?.steps ?? []) {
      const amounts =
        'minute' in step ? [step.minute] : [step.input, step.output, step.cached ?? 0, step.cacheWrite ?? 0];
      expect(amounts.every(Number.isInteger), id).toBe(true);
    }
  }
});

test('audio is charged by the minute, to the millisecond, and rounded up', () => {
  const price: ModelPrice = { steps: [{ minute: 6_000_000 }] };
  const cost = (seconds: number) => costOfCall(price, new Date(), { inputTokens: 0, outputTokens: 0, seconds });
  expect(cost(90)).toBe(9_000_000);
  expect(cost(0.001)).toBe(100);
  expect(costOfCall({ steps: [{ minute: 1 }] }, new Date(), { inputTokens: 0, outputTokens: 0, seconds: 0.001 })).toBe(
    1,
  );
});

test('the most that a call may cost looks at shorter prompts too, where those are dearer', () => {
  const price: ModelPrice = {
    steps: [
      { input: 10, output: 10 },
      { promptOver: 100, input: 1, output: 1 },
    ],
  };
  const usage = { inputTokens: 101, outputTokens: 9, seconds: 0 };
  expect(costOfCall(price, new Date(), usage)).toBe(110);
  expect(maxCostOfCall(price, new Date(), usage)).toBe(1_100);
});

test('before its first day a price is not known, and neither is that of a model without one', () => {
  const usage = { inputTokens: 1, outputTokens: 1, seconds: 0 };
  const price: ModelPrice = { steps: [{ from: '2027-01-01', input: 1, output: 1 }] };
  expect(costOfCall(price, new Date('2026-12-31T23:59:59Z'), usage)).toBeUndefined();
  expect(maxCostOfCall(price, new Date('2026-12-31T23:59:59Z'), usage)).toBeUndefined();
  expect(priceOfModel(BUILT_IN_MODELS, { provider: 'openai', model: 'unheard-of', resource: null })).toBeUndefined();
});

const USAGE = { inputTokens: 1_000, outputTokens: 10, seconds: 0 };
const NOW = new Date(NOVEMBER);

// rules/ai 25
test('what is read from and written to the cache has its own price, and what it saved is known', () => {
  const price: ModelPrice = { steps: [{ input: 100, output: 500, cached: 10, cacheWrite: 125 }] };
  const read = { ...USAGE, cachedTokens: 800, cacheWriteTokens: 100 };
  expect(costOfCall(price, NOW, read)).toBe(100 * 100 + 800 * 10 + 100 * 125 + 10 * 500);
  expect(savingsOfCall(price, NOW, read)).toEqual({ caching: 800 * 90 - 100 * 25, flex: 0 });
  // A cache that nobody reads costs more than none.
  expect(savingsOfCall(price, NOW, { ...USAGE, cacheWriteTokens: 900 })).toEqual({ caching: -900 * 25, flex: 0 });
  expect(savingsOfCall(price, NOW, USAGE)).toEqual({ caching: 0, flex: 0 });
});

// rules/ai 25
test('without a price for the cache, reading costs as much as other input, and writing a quarter more', () => {
  const price: ModelPrice = { steps: [{ input: 100, output: 500 }] };
  expect(costOfCall(price, NOW, { ...USAGE, cachedTokens: 900 })).toBe(costOfCall(price, NOW, USAGE));
  expect(costOfCall(price, NOW, { ...USAGE, cacheWriteTokens: 900 })).toBe(100 * 100 + 900 * 125 + 10 * 500);
  expect(savingsOfCall({ steps: [{ minute: 1 }] }, NOW, { ...USAGE, seconds: 60 })).toEqual({ caching: 0, flex: 0 });
  expect(savingsOfCall({ steps: [{ from: '2999-01-01', input: 1, output: 1 }] }, NOW, USAGE).caching).toBe(0);
});

// rules/ai 26
test('the flex tier has half of all prices, rounded up, and saves the other half', () => {
  const price: ModelPrice = { steps: [{ input: 75, output: 375, cached: 5 }], flex: true };
  const flex = { ...USAGE, cachedTokens: 501, tier: 'flex' as const };
  const standard = 499 * 75 + 501 * 5 + 10 * 375;
  expect(costOfCall(price, NOW, flex)).toBe(Math.ceil(standard / 2));
  expect(savingsOfCall(price, NOW, flex)).toEqual({ caching: (501 * 70) / 2, flex: Math.floor(standard / 2) });
});

test('cached input is never dearer than other input with built-in prices, and writing is', () => {
  for (const { id, price } of Object.values(BUILT_IN_MODELS).flat()) {
    for (const step of price?.steps ?? []) {
      if ('minute' in step) continue;
      expect(step.cached ?? 0, id).toBeLessThan(step.input);
      expect(step.cacheWrite ?? step.input * 1.25, id).toBe(step.input * 1.25);
    }
  }
});
