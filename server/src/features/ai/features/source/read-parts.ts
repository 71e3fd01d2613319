import type { Coverage } from '@training/shared/ai-sources';
import type { PartsToRead } from '@training/shared/generated-items';
import { z } from 'zod';
import { ProviderFailure } from '../../../../providers/ai/failure.ts';
import { chooseParts } from './choose-parts.ts';
import { cutIntoChunks, isQuotable } from './chunks.ts';
import type { FinishedSteps, Steps } from '../feature.ts';
import { opening } from './opening.ts';

/** A part of a source; `n` is its number, from 1. */
export type Part = { n: number; text: string };

type Why = Coverage['not_read'][number]['why'];

/** Failures that are about the one request: other parts may be read all the same. */
const AboutThePart = z.enum(['refused', 'bad_answer', 'bad_request']);
type AboutThePart = z.infer<typeof AboutThePart>;
const WHY: Record<AboutThePart, Why> = { refused: 'declined', bad_answer: 'no_answer', bad_request: 'not_accepted' };

/** After so many parts of which none could be read, the rest is not asked for. */
const GIVE_UP_AFTER = 3;

/**
 * A source in its parts, and what becomes of each. Those in which nothing can be quoted cost no call. They do not
 * overlap: they end with paragraphs, and a passage seldom goes on behind one.
 */
export function splitSource(text: string, toRead?: PartsToRead) {
  const all = cutIntoChunks(text).map((part, index): Part => ({ n: index + 1, text: part }));
  const quotable = all.filter((part) => isQuotable(part.text));
  const parts = toRead ? chooseParts(quotable, toRead) : quotable;
  const read = new Set<number>();
  const failed = new Map<number, AboutThePart>();

  return {
    /** Those that are worth a call, in the order in which they are read. */
    parts,
    /**
     * Asks about a part as a step; undefined where the provider or its model does not have that part, which is kept,
     * too.
     * @throws what `ask` throws, where that is not about the part or no part at all can be read
     */
    async readPart<T>(
      { n }: Part,
      steps: Steps,
      { name, words, schema }: { name: string; words: string; schema: z.ZodType<T> },
      ask: (keeping: FinishedSteps) => Promise<T>,
    ): Promise<T | undefined> {
      const Outcome = z.strictObject({ answer: schema.nullable(), failed: AboutThePart.nullable() });
      const kept = await steps.step(name, words, Outcome, async (keeping) => {
        try {
          return { answer: await ask(keeping), failed: null };
        } catch (error) {
          const outcome = error instanceof ProviderFailure ? AboutThePart.safeParse(error.outcome).data : undefined;
          if (outcome === undefined) throw error;
          return { answer: null, failed: outcome };
        }
      });
      if (kept.failed === null) {
        read.add(n);
        return kept.answer ?? undefined;
      }
      failed.set(n, kept.failed);
      if (read.size === 0 && failed.size >= Math.min(parts.length, GIVE_UP_AFTER)) {
        throw new ProviderFailure(kept.failed);
      }
      return undefined;
    },
    /** Null where only some parts were to be read: that says nothing about the rest. */
    coverage: (): Coverage | null =>
      toRead
        ? null
        : {
            parts: all.length,
            parts_read: read.size,
            not_read: all
              .filter(({ n }) => !read.has(n))
              .map(({ n, text: part }) => {
                const outcome = failed.get(n);
                return { part: n, begins: opening(part), why: outcome ? WHY[outcome] : ('nothing_to_quote' as const) };
              }),
          },
  };
}

export type Reading = ReturnType<typeof splitSource>;
