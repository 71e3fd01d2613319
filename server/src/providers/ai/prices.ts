import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import type { CallUsage, AiCallCredential } from './calls.ts';

/** Nano-dollars per US dollar. Amounts are whole nano-dollars, so that sums are exact. */
export const NANODOLLARS_PER_USD = 1_000_000_000;

/** Price per token in nano-dollars, which equals thousandths of a US dollar per million tokens. */
type TokenRate = {
  input: number;
  output: number;
  /** Price of input read from the provider's cache; the input's price if absent. */
  cached?: number | undefined;
  /** Price of input written to the provider's cache; `WRITE_SURCHARGE` times the input's price if absent. */
  cacheWrite?: number | undefined;
};
/** Price per minute of audio in nano-dollars. */
type SpeechRate = { minute: number };

export type PriceStep = (TokenRate | SpeechRate) & {
  /** First day, in UTC, on which it applies; always applies if absent. */
  from?: string | undefined;
  /** Applies to whole calls whose prompt has more tokens than this. */
  promptOver?: number | undefined;
};

/** Price of a model. Of the steps of the latest day that has begun, the last one that applies to a call counts. */
export type ModelPrice = {
  steps: PriceStep[];
  /** Set if the provider has a flex tier for the model, at `FLEX_SHARE` of all prices. */
  flex?: true | undefined;
  /** Source of the price, and the day it was looked up. */
  source?: string | undefined;
  lookedUp?: string | undefined;
  /** Further information, such as different figures elsewhere. */
  note?: string | undefined;
};

/** Share of the price in the flex tier: that of the providers' batch APIs. */
const FLEX_SHARE = 0.5;

/** Factor for cache writes of models without a listed price for them, as with all providers that charge for writing. */
const WRITE_SURCHARGE = 1.25;

/** Returns the entry of a model; undefined if it isn't listed. `models` is `Config.ai.models`. */
export function findModel<Model extends { id: string }>(
  models: Record<AiProvider, Model[]>,
  { provider, model, resource }: Pick<AiCallCredential, 'provider' | 'model' | 'resource'>,
): Model | undefined {
  // Deployments are listed per resource.
  const id = provider === 'azure_openai' ? `${resource}/${model}` : model;
  return models[provider].find((each) => each.id === id);
}

/** Returns the price of a model; undefined if unknown. */
export const priceOfModel = (
  models: Record<AiProvider, { id: string; price?: ModelPrice | undefined }[]>,
  called: Pick<AiCallCredential, 'provider' | 'model' | 'resource'>,
): ModelPrice | undefined => findModel(models, called)?.price;

/** Returns the oldest day on which one of the prices was looked up; null if none is known. */
export function lookupDayOfOldestPrice(models: readonly { price?: ModelPrice | undefined }[]): string | null {
  const days = models.map(({ price }) => price?.lookedUp).filter((day) => day !== undefined);
  return days.toSorted()[0] ?? null;
}

/** Returns the cost of a call at `at` in nano-dollars; undefined if no price applies. */
export function costOfCall(price: ModelPrice, at: Date, usage: CallUsage): number | undefined {
  const step = stepFor(price, at, usage);
  return step && costBy(step, usage);
}

/** Nano-dollars that a call cost less than without the cache, and than in the standard tier. */
export type CallSavings = { caching: number; flex: number };

/** Returns what a call at `at` saved. `caching` is negative if writing to the cache cost more than reading saved. */
export function savingsOfCall(price: ModelPrice, at: Date, usage: CallUsage): CallSavings {
  const step = stepFor(price, at, usage);
  if (!step) return { caching: 0, flex: 0 };
  const paid = costBy(step, usage);
  const uncached = costBy(step, { ...usage, cachedTokens: 0, cacheWriteTokens: 0 });
  return { caching: uncached - paid, flex: costBy(step, { ...usage, tier: undefined }) - paid };
}

/** Returns true if writing to the provider's cache has a price of its own, so that marks decide what is written. */
export function hasCacheWritePrice(price: ModelPrice | undefined): boolean {
  return price?.steps.some((step) => 'input' in step && step.cacheWrite !== undefined) ?? false;
}

const stepFor = (price: ModelPrice, at: Date, { inputTokens }: CallUsage): PriceStep | undefined =>
  stepsAt(price, at).findLast(({ promptOver }) => inputTokens > (promptOver ?? -1));

/** Returns the maximum cost of a call that uses at most `usage`: a shorter prompt may have another price. */
export function maxCostOfCall(price: ModelPrice, at: Date, usage: CallUsage): number | undefined {
  const steps = stepsAt(price, at).filter(({ promptOver }) => usage.inputTokens > (promptOver ?? -1));
  return steps.length === 0 ? undefined : Math.max(...steps.map((step) => costBy(step, usage)));
}

/** Returns the steps of the latest day that has begun. They replace all earlier ones. */
function stepsAt({ steps }: ModelPrice, at: Date): PriceStep[] {
  const day = at.toISOString().slice(0, 10);
  const begun = steps.filter(({ from }) => from === undefined || from <= day);
  const latest = begun.reduce((last, { from = '' }) => (from > last ? from : last), '');
  return begun.filter(({ from = '' }) => from === latest);
}

function costBy(step: PriceStep, usage: CallUsage): number {
  const { inputTokens, outputTokens, seconds, cachedTokens = 0, cacheWriteTokens = 0, tier } = usage;
  if ('minute' in step) return Math.ceil((Math.round(seconds * 1000) * step.minute) / 60_000);
  const { input, output, cached = input, cacheWrite = input * WRITE_SURCHARGE } = step;
  const read = (inputTokens - cachedTokens - cacheWriteTokens) * input + cachedTokens * cached;
  const whole = read + cacheWriteTokens * cacheWrite + outputTokens * output;
  return Math.ceil(tier === 'flex' ? whole * FLEX_SHARE : whole);
}
