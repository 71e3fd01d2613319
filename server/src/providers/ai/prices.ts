import type { Provider } from '@training/shared/provider-keys/provider-keys';
import type { CallUsage, Credential } from './calls.ts';

/** Nano-dollars per US dollar. Amounts are whole nano-dollars, so that sums are exact. */
export const NANO = 1_000_000_000;

/** Price per token in nano-dollars, which equals thousandths of a US dollar per million tokens. */
type TokenRate = { input: number; output: number };
/** Price per minute of audio in nano-dollars. */
type SpeechRate = { minute: number };

export type PriceStep = (TokenRate | SpeechRate) & {
  /** First day, in UTC, on which it applies; always applies if absent. */
  from?: string | undefined;
  /** Applies to whole calls whose prompt has more tokens than this. */
  promptOver?: number | undefined;
};

/** Price of a model. Of the steps of the latest day that has begun, the last one that applies to a call counts. */
export type Price = {
  steps: PriceStep[];
  /** Source of the price, and the day it was looked up. */
  source?: string | undefined;
  lookedUp?: string | undefined;
  /** Further information, such as different figures elsewhere. */
  note?: string | undefined;
};

/** Returns the price of a model; undefined if unknown. `models` is `Config.ai.models`. */
export function priceOf(
  models: Record<Provider, { id: string; price?: Price | undefined }[]>,
  { provider, model, resource }: Pick<Credential, 'provider' | 'model' | 'resource'>,
): Price | undefined {
  // Prices of deployments are per resource.
  const id = provider === 'azure_openai' ? `${resource}/${model}` : model;
  return models[provider].find((each) => each.id === id)?.price;
}

/** Returns the oldest day on which one of the prices was looked up; null if none is known. */
export function pricedAt(models: readonly { price?: Price | undefined }[]): string | null {
  const days = models.map(({ price }) => price?.lookedUp).filter((day) => day !== undefined);
  return days.toSorted()[0] ?? null;
}

/** Returns the cost of a call at `at` in nano-dollars; undefined if no price applies. */
export function costOf(price: Price, at: Date, usage: CallUsage): number | undefined {
  const step = stepsAt(price, at).findLast(({ promptOver }) => usage.inputTokens > (promptOver ?? -1));
  return step && costBy(step, usage);
}

/** Returns the maximum cost of a call that uses at most `usage`: a shorter prompt may have another price. */
export function mostOf(price: Price, at: Date, usage: CallUsage): number | undefined {
  const steps = stepsAt(price, at).filter(({ promptOver }) => usage.inputTokens > (promptOver ?? -1));
  return steps.length === 0 ? undefined : Math.max(...steps.map((step) => costBy(step, usage)));
}

/** Returns the steps of the latest day that has begun. They replace all earlier ones. */
function stepsAt({ steps }: Price, at: Date): PriceStep[] {
  const day = at.toISOString().slice(0, 10);
  const begun = steps.filter(({ from }) => from === undefined || from <= day);
  const latest = begun.reduce((last, { from = '' }) => (from > last ? from : last), '');
  return begun.filter(({ from = '' }) => from === latest);
}

function costBy(step: PriceStep, { inputTokens, outputTokens, seconds }: CallUsage): number {
  if ('minute' in step) return Math.ceil((Math.round(seconds * 1000) * step.minute) / 60_000);
  return inputTokens * step.input + outputTokens * step.output;
}
