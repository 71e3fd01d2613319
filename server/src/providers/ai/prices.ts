import type { Provider } from '@training/shared/provider-keys';
import type { CallUsage, Credential } from './calls.ts';

/** Nano-dollars in a US dollar. Amounts are whole nano-dollars, so that nothing is lost when they are added up. */
export const NANO = 1_000_000_000;

/** What tokens cost: nano-dollars for each, which are thousandths of a US dollar for a million. */
type TokenRate = { input: number; output: number };
/** What a minute of audio costs, in nano-dollars. */
type SpeechRate = { minute: number };

export type PriceStep = (TokenRate | SpeechRate) & {
  /** The day, in UTC, on which it begins; from the beginning where it is absent. */
  from?: string | undefined;
  /** It holds for the whole of a call whose prompt has more tokens than this. */
  promptOver?: number | undefined;
};

/** What a model costs. Of the steps of the latest day that has come, the last one that holds for a call counts. */
export type Price = {
  steps: PriceStep[];
  /** Where it stands, and when it was looked up there. */
  source?: string | undefined;
  lookedUp?: string | undefined;
  /** What else is known, such as other figures that are said elsewhere. */
  note?: string | undefined;
};

/** `models` is `Config.ai.models`. Undefined where the price is not known. */
export function priceOf(
  models: Record<Provider, { id: string; price?: Price | undefined }[]>,
  { provider, model, resource }: Pick<Credential, 'provider' | 'model' | 'resource'>,
): Price | undefined {
  // What runs behind a deployment is known for one resource at a time.
  const id = provider === 'azure_openai' ? `${resource}/${model}` : model;
  return models[provider].find((each) => each.id === id)?.price;
}

/** The day on which the oldest of these prices was looked up; null where none says. */
export function pricedAt(models: readonly { price?: Price | undefined }[]): string | null {
  const days = models.map(({ price }) => price?.lookedUp).filter((day) => day !== undefined);
  return days.toSorted()[0] ?? null;
}

/** Nano-dollars for a call that was made at `at`; undefined where no price holds for it. */
export function costOf(price: Price, at: Date, usage: CallUsage): number | undefined {
  const step = stepsAt(price, at).findLast(({ promptOver }) => usage.inputTokens > (promptOver ?? -1));
  return step && costBy(step, usage);
}

/** The most that a call may cost which uses at most `usage`: a shorter prompt may fall under another step. */
export function mostOf(price: Price, at: Date, usage: CallUsage): number | undefined {
  const steps = stepsAt(price, at).filter(({ promptOver }) => usage.inputTokens > (promptOver ?? -1));
  return steps.length === 0 ? undefined : Math.max(...steps.map((step) => costBy(step, usage)));
}

/** The prices of a day replace all of those before it. */
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
