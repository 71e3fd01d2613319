import type { SectionKind } from '@training/shared/courses/courses';
import type { CallUsage } from '../../../providers/ai/calls.ts';
import { SPARE } from '../features/ask-in-chunks.ts';
import { PART } from '../features/source/chunks.ts';

/** Length of a source: code points, and bytes in UTF-8. */
export type Length = { characters: number; bytes: number };

/** Number of calls, and the usage of each call. */
type Calls = { calls: number; each: CallUsage };
export type EstimatedCalls = { low: Calls; high: Calls };

/**
 * Bytes of text per token. Measured in bytes rather than characters: a Chinese character is about one token and three
 * bytes, so the same two figures fit all scripts.
 */
const BYTES_A_TOKEN = { low: 4.6, high: 2.2 };

/** Tokens of the instructions, the schema and the existing items, per call. */
const INSTRUCTIONS = { low: 500, high: 4_000 };

/** Tokens per item. One call writes the item, and another reads and judges it. */
const ITEM: Record<SectionKind, { low: number; high: number }> = {
  flashcards: { low: 60, high: 300 },
  quiz: { low: 110, high: 500 },
};
/** Tokens of the second call's verdict, per item. */
const LOOK = { low: 20, high: 150 };
/** Share of the requested items that the model writes. */
const TAUGHT = { low: 0.5, high: 1 };
/** Reasoning tokens per call. */
const THOUGHTS = { low: 0, high: 3_000 };

/** Number of replacement calls, and the factor for answers that are requested again. */
const MORE = { low: 0, high: 2 };
const AGAIN = { low: 1, high: 1.2 };

/**
 * Estimates the model calls of a generation: per part of the source, one call writes items and another checks them. The
 * lower figures assume a source that teaches half as much as requested. The upper figures leave room for reasoning and
 * occasional failures. They aren't a limit; budgets are.
 */
export function estimateCalls(section: SectionKind, count: number, { characters, bytes }: Length): EstimatedCalls {
  const parts = Math.max(1, Math.ceil(characters / PART));
  // Requests at least one item per part.
  const asked = Math.max(parts, Math.ceil(count * SPARE)) / parts;
  const on = (side: 'low' | 'high'): Calls => {
    const items = asked * TAUGHT[side];
    const written = items * ITEM[section][side];
    return {
      calls: Math.ceil((2 * parts + MORE[side]) * AGAIN[side]),
      each: {
        // Averaged over a writing call and a checking call. The checking call reads what the writing call wrote.
        inputTokens: Math.ceil(INSTRUCTIONS[side] + bytes / parts / BYTES_A_TOKEN[side] + written / 2),
        outputTokens: Math.ceil(THOUGHTS[side] + (written + items * LOOK[side]) / 2),
        seconds: 0,
      },
    };
  };
  return { low: on('low'), high: on('high') };
}
