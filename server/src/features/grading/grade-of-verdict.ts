import type { GradedCriterion, Verdict } from '@training/shared/grading/grading';
import { AppError } from '../../core/errors.ts';
import type { LockedAnswer } from './answer/lock-answer.ts';

/**
 * Converts a person's verdict to a score and criteria. Keeps the evidence that the model found for met criteria.
 * @throws AppError `invalid_request` if it hasn't as many criteria as the rubric
 */
export function gradeOf(
  { rubric, proposal }: Pick<LockedAnswer, 'rubric' | 'proposal'>,
  verdict: Verdict,
): { score: number; criteria: GradedCriterion[] | null } {
  if (verdict.by === 'score') return { score: verdict.score, criteria: null };
  const { met } = verdict;
  if (met.length !== rubric.length) {
    const message = `Must say of each of the ${rubric.length} criteria whether it is met`;
    const fields = [{ path: 'verdict.met', code: 'custom', message }];
    throw new AppError('invalid_request', `verdict.met: ${message}.`, { fields });
  }
  const criteria = rubric.map((criterion, n) => {
    const isMet = met[n] === true;
    return { criterion, met: isMet, evidence: isMet ? (proposal?.[n]?.evidence ?? null) : null, comment: '' };
  });
  return { score: Math.round((met.filter(Boolean).length / met.length) * 10_000) / 10_000, criteria };
}
