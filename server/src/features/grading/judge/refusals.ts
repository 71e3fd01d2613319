import type { AnswerToGrade } from '@training/shared/grading/grading';
import { requireActingPerson, type Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import type { GradeAuthor, LockedAnswer } from '../answer/lock-answer.ts';

/** The caller, and the answer as the caller may see it. */
export interface GradingCase {
  ctx: Context;
  locked: LockedAnswer;
  seen: AnswerToGrade;
}

/** Texts of the kinds of grades, after “has”. */
const DONE = {
  model: 'graded this answer',
  trainer: 'graded this answer',
  appeal: 'decided an appeal about this answer',
  override: 'overrode its grade',
  check: 'checked its grade',
} as const;

const nameOf = (who: GradeAuthor | null): string => (who === null || who.id === null ? 'The model' : who.name);

/** “You have”, “The model has” or “Tara Trainer has”. */
const whoHas = (ctx: Context, who: GradeAuthor | null): string =>
  who?.id === requireActingPerson(ctx).id ? 'You have' : `${nameOf(who)} has`;

/** Returns the refusal if the caller can't grade the answer now. */
export function findManualGradingRefusal({ ctx, locked, seen }: GradingCase): AppError | undefined {
  if (locked.state === 'graded') {
    return new AppError('answer_not_waiting', `${whoHas(ctx, locked.gradedBy)} already graded this answer. Reload.`);
  }
  if (locked.state !== 'trainer') {
    return new AppError(
      'answer_not_waiting',
      'The answer doesn’t wait for a person: it is still being transcribed or graded.',
    );
  }
  if (seen.may.grade) return undefined;
  return inactive(locked) ?? new AppError('forbidden', 'The trainers of the course’s department grade this answer.');
}

/** Returns the refusal if the caller can't decide the appeal now. */
export function findAppealDecisionRefusal({ ctx, locked, seen }: GradingCase): AppError | undefined {
  if (seen.appeal === null) return new AppError('answer_not_waiting', 'The grade of this answer hasn’t been appealed.');
  if (seen.appeal.decided_at !== null) {
    return new AppError('answer_not_waiting', `${whoHas(ctx, locked.decidedBy)} already decided this appeal. Reload.`);
  }
  if (seen.may.decide_appeal) return undefined;
  if (seen.judged_as !== null) {
    return new AppError(
      'self_grading',
      `You ${DONE[seen.judged_as]}, so someone else has to decide: another trainer of the department or, if there is none or after seven days, a super admin. If nobody is left, make another person one.`,
    );
  }
  const day = seen.appeal.decide_by.slice(0, 10);
  return (
    inactive(locked) ??
    new AppError(
      'forbidden',
      `${nameOf(locked.gradedBy)} graded this answer. The other trainers of the course’s department decide the appeal, and super admins can from ${day} (UTC) on.`,
    )
  );
}

/** Returns the refusal if the caller can't override the grade now. */
export function findOverrideRefusal({ locked, seen }: GradingCase): AppError | undefined {
  if (seen.may.override) return undefined;
  if (locked.state !== 'graded') {
    return new AppError('answer_not_waiting', 'The answer has no grade to override yet.');
  }
  if (seen.judged_as !== null && seen.appeal?.decided_at) {
    return new AppError(
      'self_grading',
      `You ${DONE[seen.judged_as]}. After an appeal, only someone who has neither graded the answer, checked its grade nor decided on it can override its grade.`,
    );
  }
  const words = 'The grade has been appealed. Someone who hasn’t graded the answer decides the appeal first.';
  return new AppError('answer_not_waiting', words);
}

/** Returns the refusal of a decision on a grade that isn't the newest. */
export function outdatedGradeError({ ctx, locked }: GradingCase): AppError {
  return new AppError('stale_version', `${whoHas(ctx, locked.gradedBy)} graded this answer in the meantime. Reload.`);
}

function inactive({ learnerIsActive, learnerName }: LockedAnswer): AppError | undefined {
  if (learnerIsActive) return undefined;
  return new AppError('forbidden', `${learnerName} is deactivated: what they answered waits until they are back.`);
}
