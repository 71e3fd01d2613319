import { OralGrade } from '@training/shared/ai/ai-features';
import { unwatched, type AskModel } from '../src/features/ai/features/feature.ts';
import { gradeOralAnswer } from '../src/features/ai/features/grade-oral-answer.ts';
import { AppError } from '../src/core/errors.ts';
import { ProviderFailure } from '../src/providers/ai/failure.ts';
import { share, type Measured } from './measures.ts';
import type { OralSet } from './oral-answers.ts';

/** One criterion of one answer: whether the model's verdict is ours. */
export type Graded = { language: string; criterion: string; agrees: boolean };

export type Grading = { graded: Graded[]; problems: string[] };

/** Has every answer graded by the feature. What a provider fails to grade agrees in nothing. */
export async function gradeAnswers(ask: AskModel, sets: readonly OralSet[]): Promise<Grading> {
  const graded: Graded[] = [];
  const problems: string[] = [];
  for (const { language, question, rubric, answers } of sets) {
    for (const { transcript, heard } of answers) {
      const grade = await gradeOralAnswer(ask, { question, rubric, transcript, language }, unwatched).catch(failureOf);
      if (typeof grade === 'string') problems.push(`${language}, “${transcript.slice(0, 40)}”: ${grade}`);
      const verdicts = OralGrade.safeParse(grade).data?.criteria ?? [];
      const verdictsOf = rubric.map((criterion, n) => ({
        language,
        criterion,
        agrees: verdicts[n] !== undefined && verdicts[n].met === (heard[n] !== null),
      }));
      graded.push(...verdictsOf);
    }
  }
  return { graded, problems };
}

function failureOf(error: unknown): string {
  if (error instanceof ProviderFailure || error instanceof AppError) return error.message;
  throw error;
}

const agreementOf = (graded: readonly Graded[]): Measured =>
  share(graded.filter(({ agrees }) => agrees).length, graded.length);

/** Share of all verdicts that are ours. */
export const agreement = agreementOf;

/** The same of the language that fares worst. */
export function worstLanguage(graded: readonly Graded[]): Measured {
  const by = [...Map.groupBy(graded, ({ language }) => language).values()].map(agreementOf);
  const [worst] = by.toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0));
  return worst ?? { value: null, of: 0 };
}

/** The same of each criterion, in the order of the sets. */
export function byCriterion(graded: readonly Graded[]) {
  return [...Map.groupBy(graded, ({ language, criterion }) => `${language}: ${criterion}`)].map(([criterion, of]) => ({
    criterion,
    agreed: of.filter(({ agrees }) => agrees).length,
    of: of.length,
  }));
}
