import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import type { CallUsage, PictureSize } from '../../../providers/ai/calls.ts';
import { tokensOfPicture } from '../../../providers/ai/call-usage-meter.ts';
import { costOfCall, maxCostOfCall, NANODOLLARS_PER_USD, type ModelPrice } from '../../../providers/ai/prices.ts';

/** Number of calls, and the usage of each call. */
type Calls = { calls: number; each: CallUsage };
export type CallBounds = { low: Calls; high: Calls };

/**
 * Bytes of text per token. Measured in bytes rather than characters: a Chinese character is about one token and three
 * bytes, so the same two figures fit all scripts.
 */
export const BYTES_A_TOKEN = { low: 4.6, high: 2.2 };

/** Tokens of the instructions, the schema and the existing items, per call. */
export const INSTRUCTION_TOKENS = { low: 500, high: 4_000 };

/** Reasoning tokens per call. */
export const REASONING_TOKENS = { low: 0, high: 3_000 };

/** Factor for answers that are requested again. */
export const RETRY_FACTOR = { low: 1, high: 1.2 };

/** Bytes of the text of a page, which a model reads from a picture. */
export const BYTES_A_PAGE = { low: 500, high: 6_000 };

/** Returns the calls that read pictures. */
export function estimatePageReadingCalls(provider: AiProvider, pictures: readonly PictureSize[]): CallBounds {
  const count = pictures.length;
  const tokens = pictures.reduce((sum, size) => sum + tokensOfPicture(provider, size), 0) / Math.max(count, 1);
  const on = (side: 'low' | 'high'): Calls => ({
    calls: count * RETRY_FACTOR[side],
    each: {
      inputTokens: Math.ceil(INSTRUCTION_TOKENS[side] + tokens),
      outputTokens: Math.ceil(REASONING_TOKENS[side] + BYTES_A_PAGE[side] / BYTES_A_TOKEN[side]),
      seconds: 0,
    },
  });
  return { low: on('low'), high: on('high') };
}

/** Returns the least and the most that the calls cost, in nano-dollars; empty if no price is valid today. */
export function costBoundsOf(price: ModelPrice, at: Date, { low, high }: CallBounds): [] | [number, number] {
  const least = costOfCall(price, at, low.each);
  const most = maxCostOfCall(price, at, high.each);
  return least === undefined || most === undefined ? [] : [least * low.calls, Math.max(least, most) * high.calls];
}

const dollars = (nano: number) => Number((nano / NANODOLLARS_PER_USD).toFixed(6));

/** Adds up bounds, in US$; null if one is empty. */
export function sumCostBounds(bounds: readonly ([] | [number, number])[]): [low: number | null, high: number | null] {
  const sum = (side: 0 | 1) => {
    const amounts = bounds.map((each) => each[side]);
    return amounts.every((amount) => amount !== undefined)
      ? dollars(amounts.reduce((all, each) => all + each, 0))
      : null;
  };
  return [sum(0), sum(1)];
}
