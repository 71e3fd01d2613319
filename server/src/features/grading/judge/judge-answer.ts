import type { EntityManager } from '@mikro-orm/postgresql';
import type {
  AnswerToGrade,
  DecideAppeal,
  GradeAnswer,
  GradeKind,
  OverrideGrade,
  Verdict,
} from '@training/shared/grading';
import type { EventAction } from '@training/shared/events';
import type { Context } from '../../../context.ts';
import { defineStatement } from '../../../database/statement.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { recordEvent } from '../../events/record-event.ts';
import { learnerOf } from '../../learning/cycle.ts';
import { giveGrade } from '../change-answer.ts';
import { lockAnswer, type LockedAnswer } from '../lock-answer.ts';
import { readAnswerToGrade } from './read-queue.ts';
import { gradeOf } from './verdict.ts';

const DECIDED = defineStatement({
  name: 'decide-appeal',
  scope: 'tenant',
  sql: `
update appeals set decided_at = :now, decided_by_id = :byId, decided_by_name = :byName
where workspace_id = :workspaceId and answer_id = :answerId and decided_at is null`,
});

/**
 * Grades an answer that waits for a trainer (rules/grading 6). Of two who do so at once one comes too late.
 * @throws AppError `answer_not_found`, `self_grading`, `answer_not_waiting`, `forbidden`, `invalid_request`
 */
export function gradeAnswer(ctx: Context, input: GradeAnswer): Promise<AnswerToGrade> {
  return judge(ctx, input.answer_id, async (em, locked, seen) => {
    if (locked.state !== 'trainer') {
      throw new AppError('answer_not_waiting', 'Someone has already graded this answer. Reload.');
    }
    if (!seen.may.grade) throw new AppError('forbidden', 'The trainers of the course’s department grade the answer.');
    await give(em, ctx, locked, { kind: 'trainer', action: 'answer.graded', ...input, comment: input.comment ?? null });
  });
}

/**
 * Decides an appeal: what counts from now on, the same as before perhaps. The grade before stays as it was given
 * (rules/grading 8).
 * @throws AppError `answer_not_found`, `self_grading`, `answer_not_waiting`, `forbidden`, `invalid_request`
 */
export function decideAppeal(ctx: Context, input: DecideAppeal): Promise<AnswerToGrade> {
  return judge(ctx, input.answer_id, async (em, locked, seen) => {
    if (seen.appeal === null || seen.appeal.decided_at !== null) {
      throw new AppError('answer_not_waiting', 'Someone has already decided this appeal. Reload.');
    }
    if (!seen.may.decide_appeal) {
      throw new AppError(
        'self_grading',
        'You graded this answer, so someone else has to decide: another trainer of the department or, if there is none or after seven days, a super admin.',
      );
    }
    const { workspaceId, answerId } = locked;
    const { id: byId, name: byName } = learnerOf(ctx);
    await DECIDED.run(em, { workspaceId, answerId, now: ctx.now, byId, byName });
    await give(em, ctx, locked, { kind: 'appeal', action: 'appeal.decided', ...input });
  });
}

/**
 * Puts another grade in the place of one, with a reason that the audit log keeps (rules/grading 7).
 * @throws AppError `answer_not_found`, `self_grading`, `answer_not_waiting`, `stale_version`, `invalid_request`
 */
export function overrideGrade(ctx: Context, input: OverrideGrade): Promise<AnswerToGrade> {
  return judge(ctx, input.answer_id, async (em, locked, seen) => {
    if (!seen.may.override) {
      const words =
        locked.state === 'graded'
          ? 'The grade was appealed. Once someone else has decided, it can be overridden.'
          : 'The answer has no grade to override yet.';
      throw new AppError('answer_not_waiting', words);
    }
    if (locked.grades !== input.grade) {
      throw new AppError('stale_version', 'Someone else has graded this answer. Reload.');
    }
    const { verdict, reason: comment } = input;
    await give(em, ctx, locked, { kind: 'override', action: 'grade.overridden', verdict, comment });
  });
}

/** Locks an answer and looks at it as the caller may see it, before and after. */
function judge(
  ctx: Context,
  answerId: string,
  work: (em: EntityManager, locked: LockedAnswer, seen: AnswerToGrade) => Promise<void>,
): Promise<AnswerToGrade> {
  return inTransaction(ctx, async (em) => {
    const locked = await lockAnswer(em, { workspaceId: ctx.workspace.id, now: ctx.now }, answerId);
    if (locked.learnerId === learnerOf(ctx).id) {
      throw new AppError('self_grading', 'You can’t grade your own answer.');
    }
    await work(em, locked, await readAnswerToGrade(ctx, locked.answerId, em));
    return readAnswerToGrade(ctx, locked.answerId, em);
  });
}

type Judgement = {
  kind: GradeKind;
  action: Extract<EventAction, 'answer.graded' | 'appeal.decided' | 'grade.overridden'>;
  verdict: Verdict;
  comment: string | null;
};

async function give(
  em: EntityManager,
  ctx: Context,
  locked: LockedAnswer,
  { kind, action, verdict, comment }: Judgement,
) {
  const { answerId, score: before, learnerName: learner, learnerId: user_id, moduleId: module_id } = locked;
  const grade = gradeOf(locked, verdict);
  await giveGrade(em, ctx, answerId, { kind, ...grade, comment });
  const score = before === null ? grade.score : [before, grade.score];
  await recordEvent(em, ctx, {
    action,
    subject: { kind: 'answer', id: answerId, name: locked.moduleTitle },
    changes: { learner, user_id, module_id, score, ...(comment !== null && { comment }) },
  });
}
