import type { SectionKind } from '@training/shared/courses';
import type { CallUsage } from '../../../providers/ai/calls.ts';
import { SPARE } from '../features/ask-in-chunks.ts';
import { PART } from '../features/source/chunks.ts';

/** How long a source is: its code points, and its bytes in UTF-8. */
export type Length = { characters: number; bytes: number };

/** So many calls, and what each of them uses. */
type Calls = { calls: number; each: CallUsage };
export type EstimatedCalls = { low: Calls; high: Calls };

/**
 * Bytes of a text that make a token. By bytes and not by characters, for a character of Chinese is about a token, and
 * has three: so the same two figures serve all scripts.
 */
const BYTES_A_TOKEN = { low: 4.6, high: 2.2 };

/** Tokens of the instructions, the schema and what is there already, in each call. */
const INSTRUCTIONS = { low: 500, high: 4_000 };

/** Tokens of an item, which one call writes and another reads and answers. */
const ITEM: Record<SectionKind, { low: number; high: number }> = {
  flashcards: { low: 60, high: 300 },
  quiz: { low: 110, high: 500 },
};
/** Tokens of what the second call says of an item. */
const LOOK = { low: 20, high: 150 };
/** How many are made of those that are asked for. */
const TAUGHT = { low: 0.5, high: 1 };
/** Tokens that are thought in each call. */
const THOUGHTS = { low: 0, high: 3_000 };

/** Calls in place of what was left out, and how many of all answers are asked for again. */
const MORE = { low: 0, high: 2 };
const AGAIN = { low: 1, high: 1.2 };

/**
 * About how much a generation asks a model: each part of its source is made something of, and looked at again by
 * another call. The lower figures are those of a source that teaches half as much as is asked for; the upper ones leave
 * room for thinking and for what goes wrong now and then. They are no limit, which is what budgets are for.
 */
export function estimateCalls(section: SectionKind, count: number, { characters, bytes }: Length): EstimatedCalls {
  const parts = Math.max(1, Math.ceil(characters / PART));
  // Each part is asked for one thing at least.
  const asked = Math.max(parts, Math.ceil(count * SPARE)) / parts;
  const on = (side: 'low' | 'high'): Calls => {
    const items = asked * TAUGHT[side];
    const written = items * ITEM[section][side];
    return {
      calls: Math.ceil((2 * parts + MORE[side]) * AGAIN[side]),
      each: {
        // On average of a call that makes and one that looks: the second reads what the first has written.
        inputTokens: Math.ceil(INSTRUCTIONS[side] + bytes / parts / BYTES_A_TOKEN[side] + written / 2),
        outputTokens: Math.ceil(THOUGHTS[side] + (written + items * LOOK[side]) / 2),
        seconds: 0,
      },
    };
  };
  return { low: on('low'), high: on('high') };
}
