import { z } from 'zod';

/** Tokens of a call that its provider has counted so far. */
export type CountedTokens = {
  /** Includes `cachedTokens` and `cacheWriteTokens`. */
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  cachedTokens?: number | undefined;
  cacheWriteTokens?: number | undefined;
  /** Service tier, in the provider's words. */
  tier?: string | undefined;
};

/** An event of a model's answer, as the reader of its protocol understands it. */
export type ParsedModelEvent = {
  /** Fields that the SDK needs; undefined if it doesn't need the event. */
  event?: object;
  counted?: CountedTokens;
  /** Text that the model wrote, shown or not. */
  words?: string;
  /** Types of events, blocks, deltas and parts that the reader doesn't know. */
  unknown?: string[];
};

/**
 * Reads the events of one answer in their order. Providers add types of events without a new version of their API, so
 * an unknown one is left out. @throws ZodError if an event of a known type has an unexpected form
 */
export type ReadModelEvent = (event: unknown) => ParsedModelEvent;

/** More tokens than any call has. An endpoint can claim any number, and PostgreSQL stores sums of some as integers. */
const MOST_TOKENS = 100_000_000;

/** Number of tokens; anything else counts as missing. */
export const TokenCount = z.int().min(0).max(MOST_TOKENS).optional().catch(undefined);
/** Optional text; anything else counts as missing. */
export const OptionalText = z.string().optional().catch(undefined);

/** Returns the type of an event that names it; undefined if it doesn't. Without Zod, because streams can be floods. */
export function eventTypeOf(event: unknown): string | undefined {
  const isTyped = typeof event === 'object' && event !== null && 'type' in event;
  return isTyped && typeof event.type === 'string' ? event.type : undefined;
}
