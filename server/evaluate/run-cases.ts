import { AI_FEATURE_INPUTS_AND_RESULTS, type AiFeature } from '@training/shared/ai/ai-features';
import type { AskModel } from '../src/features/ai/features/feature.ts';
import { problemsOf, type EvaluationCase } from './cases/case.ts';
import { messageOf } from './in-parallel.ts';
import { share, type Measured } from './interval.ts';

/** What is wrong with what the model made of each case, in words; undefined where nothing is. */
export type CaseResult = { name: string; problem: string | undefined };

/** Runs the cases of all features that a generating model is asked for; what needs ears is left out. */
export async function runCases(
  askOf: (feature: AiFeature) => AskModel,
  cases: readonly EvaluationCase[],
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  for (const each of cases.filter(
    ({ feature }) => AI_FEATURE_INPUTS_AND_RESULTS[feature].capability === 'generation',
  )) {
    const name = `${each.feature}: ${each.name}`;
    try {
      const outcome = await each.run({
        ask: askOf(each.feature),
        listen: () => Promise.reject(new Error('not heard')),
      });
      results.push({ name, problem: problemsOf(outcome, each.expect).join('; ') || undefined });
    } catch (error) {
      results.push({ name, problem: messageOf(error) });
    }
  }
  return results;
}

/** Share of the cases in which all is as expected. */
export const casesMet = (results: readonly CaseResult[]): Measured =>
  share(results.filter(({ problem }) => problem === undefined).length, results.length);
