import type { EntityManager } from '@mikro-orm/postgresql';
import type {
  AnswerToGrade,
  DecideAppeal,
  GradeAnswer,
  GradeOrigin,
  OverrideGrade,
  GradingVerdict,
  GradedCriterion,
} from '@training/shared/grading/grading';
import type { EventAction } from '@training/shared/events/events';
import { requireActingPerson, type Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { recordEvent } from '../../events/record-event.ts';
import { recordGrade } from '../answer/change-answer.ts';
import { lockAnswer, type LockedAnswer } from '../answer/lock-answer.ts';
import { AppealEntity } from '../grade.entity.ts';
import { readAnswerToGrade } from './read-grading-queue.ts';
import {
  type GradingCase,
  findAppealDecisionRefusal,
  findManualGradingRefusal,
  outdatedGradeError,
  findOverrideRefusal,
} from './refusals.ts';
import type { GradeCheckResult, CheckGrade } from '@training/shared/grading/grade-checks';
import { liveTopics } from '@training/shared/live';
import { publishTopics, workspaceLiveTopicOf } from '../../../platform/topic-changes.ts';
import { GradeCheckEntity } from '../checks/grade-check.entity.ts';
import { findGradeCheck } from '../checks/list-grade-checks.ts';

/**
 * Converts a person's verdict to a score and criteria. Keeps the evidence that the model found for met criteria.
 * @throws AppError `invalid_request` if it hasn't as many criteria as the rubric
 */
function gradeOf(
  { rubric, proposal }: Pick<LockedAnswer, 'rubric' | 'proposal'>,
  verdict: GradingVerdict,
): { score: number; criteria: GradedCriterion[] | null } {
  if (verdict.by === 'score') return { score: verdict.score, criteria: null };
  const { met } = verdict;
  if (met.length !== rubric.length) {
    const message = `Must say of each of the ${rubric.length} criteria whether it is met`;
    throw invalidFieldError('verdict.met', message, 'criteria_missing');
  }
  const criteria = rubric.map((criterion, n) => {
    const isMet = met[n] === true;
    return { criterion, met: isMet, evidence: isMet ? (proposal?.[n]?.evidence ?? null) : null, comment: '' };
  });
  return { score: Math.round((met.filter(Boolean).length / met.length) * 10_000) / 10_000, criteria };
}

/**
 * Grades an answer again without knowing its grade, which stays as it is and is shown afterwards (rules/grading 12).
 * @throws AppError `answer_not_found`, `answer_not_waiting`, `invalid_request`
 */
export function submitGradeCheck(ctx: Context, { id, verdict }: CheckGrade): Promise<GradeCheckResult> {
  const { workspace, now } = ctx;
  const workspaceId = workspace.id;
  return inTransaction(ctx, async (em) => {
    const named = await findGradeCheck(em, ctx, id);
    // A person who decides an appeal at the same time may not check afterwards, nor the other way round.
    if (named) await lockAnswer(em, { workspaceId, now }, named.answer_id);
    const found = named && (await findGradeCheck(em, ctx, id));
    if (!found) throw new AppError('answer_not_found', `There is no check ${id} that you may make.`);
    const { score } = gradeOf({ rubric: found.answer.question.rubric, proposal: null }, verdict);
    const { id: checkedById, name: checkedByName } = requireActingPerson(ctx);
    const met = verdict.by === 'criteria' ? verdict.met : null;
    const checked = { checkedAt: now, checkedById, checkedByName, score, met };
    const changed = await em.nativeUpdate(GradeCheckEntity, { workspaceId, id, checkedAt: null }, checked);
    if (changed === 0) throw new AppError('answer_not_waiting', 'Someone has already checked this grade. Reload.');
    const { answer_id, title, model_score } = found;
    await recordEvent(em, ctx, {
      action: 'grade.checked',
      subject: { kind: 'answer', id: answer_id, name: title },
      changes: { score, model_score },
    });
    await publishTopics(em, workspaceLiveTopicOf(workspaceId, liveTopics.grading));
    return { answer_id, score, model_score, agrees: score === model_score };
  });
}

/**
 * Grades an answer that waits for a trainer (rules/grading 6). If two people do so at once, the second gets an error.
 * @throws AppError `answer_not_found`, `self_grading`, `answer_not_waiting`, `forbidden`, `invalid_request`
 */
export function gradeAnswer(ctx: Context, input: GradeAnswer): Promise<AnswerToGrade> {
  return judge(ctx, input.answer_id, findManualGradingRefusal, async (em, { locked }) => {
    await give(em, ctx, locked, { kind: 'trainer', action: 'answer.graded', ...input, comment: input.comment ?? null });
  });
}

/**
 * Decides an appeal with the grade that counts from now on, which may equal the earlier one. The earlier grade stays in
 * the history (rules/grading 8).
 * @throws AppError `answer_not_found`, `self_grading`, `answer_not_waiting`, `forbidden`, `invalid_request`
 */
export function decideAppeal(ctx: Context, input: DecideAppeal): Promise<AnswerToGrade> {
  return judge(ctx, input.answer_id, findAppealDecisionRefusal, async (em, { locked }) => {
    const { workspaceId, answerId } = locked;
    const { id: decidedById, name: decidedByName } = requireActingPerson(ctx);
    const decided = { decidedAt: ctx.now, decidedById, decidedByName };
    await em.nativeUpdate(AppealEntity, { workspaceId, answerId, decidedAt: null }, decided);
    await give(em, ctx, locked, { kind: 'appeal', action: 'appeal.decided', ...input });
  });
}

/**
 * Overrides a grade, with a reason for the audit log. After an appeal, only a person who has neither graded nor decided
 * may do so (rules/grading 7).
 * @throws AppError `answer_not_found`, `self_grading`, `answer_not_waiting`, `stale_version`, `invalid_request`
 */
export function overrideGrade(ctx: Context, input: OverrideGrade): Promise<AnswerToGrade> {
  return judge(ctx, input.answer_id, findOverrideRefusal, async (em, judging) => {
    const { locked } = judging;
    if (locked.grades !== input.grade) throw outdatedGradeError(judging);
    const { verdict, reason: comment } = input;
    await give(em, ctx, locked, { kind: 'override', action: 'grade.overridden', verdict, comment });
  });
}

/** Locks an answer, checks that the caller may judge it, and returns it as the caller sees it afterwards. */
function judge(
  ctx: Context,
  answerId: string,
  refuse: (judging: GradingCase) => AppError | undefined,
  work: (em: EntityManager, judging: GradingCase) => Promise<void>,
): Promise<AnswerToGrade> {
  return inTransaction(ctx, async (em) => {
    const locked = await lockAnswer(em, { workspaceId: ctx.workspace.id, now: ctx.now }, answerId);
    if (locked.learnerId === requireActingPerson(ctx).id) {
      throw new AppError('self_grading', 'You can’t grade your own answer.');
    }
    const judging = { ctx, locked, seen: await readAnswerToGrade(ctx, locked.answerId, em) };
    const refusal = refuse(judging);
    if (refusal) throw refusal;
    await work(em, judging);
    return readAnswerToGrade(ctx, locked.answerId, em);
  });
}

type Judgement = {
  kind: GradeOrigin;
  action: Extract<EventAction, 'answer.graded' | 'appeal.decided' | 'grade.overridden'>;
  verdict: GradingVerdict;
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
  await recordGrade(em, ctx, answerId, { kind, ...grade, comment });
  const score = before === null ? grade.score : [before, grade.score];
  await recordEvent(em, ctx, {
    action,
    subject: { kind: 'answer', id: answerId, name: locked.moduleTitle },
    changes: { learner, user_id, module_id, score, ...(comment !== null && { comment }) },
  });
}
