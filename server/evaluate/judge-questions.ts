import type { GeneratedQuestion } from '@training/shared/ai/generated-items';
import { z } from 'zod';
import { AppError } from '../src/core/errors.ts';
import { cutIntoChunks } from '../src/features/ai/features/source/chunks.ts';
import type { AskModel } from '../src/features/ai/features/feature.ts';
import { asData, instructions } from '../src/features/ai/features/prompt/prompt.ts';
import { questionAsData } from '../src/features/ai/features/checks/judge-question.ts';
import { ProviderFailure } from '../src/providers/ai/failure.ts';
import type { Run } from './make-items.ts';
import { share } from './measures.ts';

/** What a judge says of questions. It is flat, for all providers take that. */
export const Judgements = z.strictObject({
  items: z.array(
    z.strictObject({
      n: z.number(),
      answerable: z.boolean(),
      right: z.array(z.number()),
      distractors: z.enum(['good', 'weak', 'none']),
    }),
  ),
});

/** One question with what the judge found. */
export type Judged = { question: GeneratedQuestion; look: z.infer<typeof Judgements>['items'][number] };

export type Judging = { judged: Judged[]; problems: string[] };

const RULES = [
  'You judge quiz questions that somebody else made of the source, as an examiner would. "items" holds each question exactly once: "n" is its number.',
  '"answerable": whether somebody who has read the source, and nothing else, can answer it, and can only answer it in one way.',
  'Where a question has options, "right" holds the places of all that are right by the source; otherwise it is empty.',
  '"distractors": "good" where at least two wrong options, or the only one, could be believed by somebody who has not learned it: they are of the same kind, grammar and length as the right one, and come from mistakes that people make. "weak" where they are absurd, of another kind, or give the answer away. "none" where the question has no options.',
];

/** Output tokens: for what a model thinks before it answers, and for each item. */
const TOKENS = { toThink: 8_000, each: 80 };

/**
 * Has another model look at the questions of all runs, without their keys and with the part of the source that they are
 * of.
 */
export async function judgeQuestions(ask: AskModel, runs: readonly Run[]): Promise<Judging> {
  const judged: Judged[] = [];
  const problems: string[] = [];
  for (const { source, items } of runs) {
    const questions = items.flatMap(({ question }) => question ?? []);
    const parts = cutIntoChunks(source.source.text);
    const byPart = Map.groupBy(questions, ({ quote }) =>
      Math.max(
        parts.findIndex((part) => part.includes(quote)),
        0,
      ),
    );
    for (const [place, of] of byPart) {
      try {
        const looks = await judgePart(ask, parts[place] ?? '', of);
        judged.push(
          ...of.flatMap((question, n) => looks.filter((look) => look.n === n).map((look) => ({ question, look }))),
        );
      } catch (error) {
        if (!(error instanceof ProviderFailure) && !(error instanceof AppError)) throw error;
        problems.push(`${source.name}, judge: ${error.message}`);
      }
    }
  }
  return { judged, problems };
}

async function judgePart(ask: AskModel, part: string, questions: readonly GeneratedQuestion[]) {
  const { items } = await ask({
    system: instructions('quiz_generation', {
      step: 'check',
      material: 'a source and questions that were made of it',
      language: undefined,
      rules: RULES,
    }),
    prompt: ['Judge each question.', ...questions.map(questionAsData), asData('source', part)].join('\n'),
    schema: Judgements,
    maxOutputTokens: TOKENS.toThink + TOKENS.each * questions.length,
  });
  return items;
}

const choices = (judged: readonly Judged[]) =>
  judged.flatMap(({ question, look }) => ('options' in question ? [{ key: [question.correct].flat(), look }] : []));

/** Share of choices of whose options the judge finds just the key right. */
export function rightKeys(judged: readonly Judged[]) {
  const right = choices(judged).filter(({ key, look }) => {
    const found = new Set(look.right);
    return found.size === key.length && key.every((place) => found.has(place));
  });
  return share(right.length, choices(judged).length);
}

/** Share of the questions that the source answers. */
export const answerable = (judged: readonly Judged[]) =>
  share(judged.filter(({ look }) => look.answerable).length, judged.length);

/** Share of choices whose distractors could be believed. */
export const goodDistractors = (judged: readonly Judged[]) =>
  share(choices(judged).filter(({ look }) => look.distractors === 'good').length, choices(judged).length);
