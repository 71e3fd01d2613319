import type { SourceReadingCoverage } from '@training/shared/ai/ai-sources';
import type { SourcePartsToRead } from '@training/shared/ai/generated-items';
import { z } from 'zod';
import { AiProviderError } from '../../../../providers/ai/failure.ts';
import { createPartChooser } from './choose-parts.ts';
import { cutIntoChunks, isQuotable, MAX_SOURCE_LENGTH_PER_CALL } from './chunks.ts';
import type { FinishedItems, FeatureStepRunner } from '../feature.ts';
import { openingWordsOf } from './opening-words.ts';

/** A part of a source; `n` is its number, from 1. */
export type SourcePart = { n: number; text: string };

type Why = SourceReadingCoverage['not_read'][number]['why'];

/** Failures that concern only one request: other parts may still be readable. A cut answer is a `bad_answer`. */
const AboutThePart = z.enum(['refused', 'bad_answer', 'bad_request']);
type AboutThePart = z.infer<typeof AboutThePart>;
const WHY: Record<AboutThePart, Why> = { refused: 'declined', bad_answer: 'no_answer', bad_request: 'not_accepted' };

/** Number of failed parts after which the rest is skipped, if none could be read. */
const GIVE_UP_AFTER = 3;

/**
 * Splits a source into parts and records the outcome of each. Parts with nothing to quote cost no call. The parts don't
 * overlap: they end at paragraphs, and a passage seldom spans two paragraphs.
 */
export async function splitSource(text: string, toRead?: SourcePartsToRead, size = MAX_SOURCE_LENGTH_PER_CALL) {
  const all = cutIntoChunks(text, size).map((part, index): SourcePart => ({ n: index + 1, text: part }));
  const quotable = all.filter((part) => isQuotable(part.text));
  const parts = toRead ? await createPartChooser(quotable)(toRead) : quotable;
  const read = new Set<number>();
  const failed = new Map<number, AboutThePart>();

  return {
    /** Parts to request, in reading order. */
    parts,
    /**
     * Runs the call about a part as a step. Returns undefined if the provider or its model can't handle the part; that
     * outcome is kept, too.
     * @throws errors of `ask` that aren't about the part, or if no part can be read
     */
    async readPart<T>(
      { n }: SourcePart,
      steps: FeatureStepRunner,
      { name, words, schema }: { name: string; words: string; schema: z.ZodType<T> },
      ask: (keeping: FinishedItems) => Promise<T>,
    ): Promise<T | undefined> {
      const Outcome = z.strictObject({
        answer: schema.nullable(),
        failed: AboutThePart.nullable(),
        about: z.enum(['length', 'cut']).nullable().default(null),
      });
      const kept = await steps.step(name, words, Outcome, async (keeping) => {
        try {
          return { answer: await ask(keeping), failed: null, about: null };
        } catch (error) {
          if (!(error instanceof AiProviderError)) throw error;
          const about = error.about === 'length' || error.about === 'cut' ? error.about : null;
          const { data: failed } = AboutThePart.safeParse(about === 'cut' ? 'bad_answer' : error.outcome);
          if (failed === undefined) throw error;
          return { answer: null, failed, about };
        }
      });
      if (kept.failed === null) {
        read.add(n);
        return kept.answer ?? undefined;
      }
      failed.set(n, kept.failed);
      if (read.size === 0 && failed.size >= Math.min(parts.length, GIVE_UP_AFTER)) {
        throw new AiProviderError(kept.failed, { about: kept.about ?? undefined });
      }
      return undefined;
    },
    /** Null if only some parts were requested, because that says nothing about the rest. */
    coverage: (): SourceReadingCoverage | null =>
      toRead
        ? null
        : {
            parts: all.length,
            parts_read: read.size,
            not_read: all
              .filter(({ n }) => !read.has(n))
              .map(({ n, text: part }) => {
                const outcome = failed.get(n);
                return {
                  part: n,
                  begins: openingWordsOf(part),
                  why: outcome ? WHY[outcome] : ('nothing_to_quote' as const),
                };
              }),
          },
  };
}

export type SplitSource = Awaited<ReturnType<typeof splitSource>>;
