import type { EntityManager } from '@mikro-orm/postgresql';
import type { GradeOrigin, GradedCriterion, TrainerGradingReason } from '@training/shared/grading/grading';
import type { AnswerState } from '@training/shared/learning/attempts';
import { liveTopics } from '@training/shared/live';
import { type Context, actingUserIdOf } from '../../../core/context.ts';
import { publishTopics, workspaceLiveTopicOf } from '../../../platform/topic-changes.ts';
import type { ResultProvenance } from '../../ai/jobs/provenance.ts';
import { storeAnswerScore } from '../../learning/store-answer.ts';
import { SpokenAnswerEntity } from '../../recordings/spoken-answer.entity.ts';
import { GradeEntity } from '../grade.entity.ts';

export type AnswerPrimaryKey = { workspaceId: string; answerId: string };

/**
 * Changes the state of the answer in all attempts that contain it, and publishes that.
 * @param score 0 to 1 if it is graded.
 */
export async function setAnswerState(
  em: EntityManager,
  ctx: Context,
  answerId: string,
  state: AnswerState,
  score: number | null = null,
): Promise<void> {
  await storeAnswerScore(em, ctx, answerId, { state, score });
  await notifyAnswerChanged(em, { workspaceId: ctx.workspace.id, answerId });
}

/** Publishes a change of an answer to its learner and its graders. */
export async function notifyAnswerChanged(
  em: EntityManager,
  { workspaceId, answerId }: AnswerPrimaryKey,
): Promise<void> {
  await publishTopics(em, workspaceLiveTopicOf(workspaceId, liveTopics.answer(answerId)));
  await publishTopics(em, workspaceLiveTopicOf(workspaceId, liveTopics.grading));
}

/** Escalates the answer to the trainers of the course, with the reason (rules/grading 5). */
export async function escalateToTrainer(
  em: EntityManager,
  ctx: Context,
  { workspaceId, answerId }: AnswerPrimaryKey,
  reason: TrainerGradingReason,
  failure?: { code: string; detail: string },
): Promise<void> {
  const { code = null, detail = null } = failure ?? {};
  const escalated = { waitsUntil: null, trainerReason: reason, failureCode: code, failureDetail: detail };
  await em.nativeUpdate(SpokenAnswerEntity, { workspaceId, answerId }, escalated);
  await setAnswerState(em, ctx, answerId, 'trainer');
}

type NewGrade = {
  kind: GradeOrigin;
  score: number;
  criteria: GradedCriterion[] | null;
  confidence?: number | null;
  /** The model, for its grades. */
  madeBy?: ResultProvenance | undefined;
  /** The value that was compared with the threshold, if that decided whether the grade counts. */
  compared?: number | null;
  /** Language and input of the answer, for a model's grades. */
  given?: { language: string | null; typed: boolean };
  comment?: string | null;
};

/** Stores a model's proposal for the graders; it doesn't count. */
export async function saveGradeProposal(
  em: EntityManager,
  ctx: Context,
  answerId: string,
  grade: NewGrade,
): Promise<void> {
  await addGrade(em, ctx, answerId, grade, false);
  await notifyAnswerChanged(em, { workspaceId: ctx.workspace.id, answerId });
}

/** Adds a grade that counts from now on, and updates the attempts. */
export async function recordGrade(em: EntityManager, ctx: Context, answerId: string, grade: NewGrade): Promise<void> {
  const answer = { workspaceId: ctx.workspace.id, answerId };
  await addGrade(em, ctx, answerId, grade, true);
  await em.nativeUpdate(SpokenAnswerEntity, answer, { waitsUntil: null });
  await setAnswerState(em, ctx, answerId, 'graded', grade.score);
}

async function addGrade(em: EntityManager, ctx: Context, answerId: string, grade: NewGrade, counts: boolean) {
  const { workspace, actor, now } = ctx;
  const { kind, score, criteria, confidence = null, madeBy, compared = null, given, comment = null } = grade;
  const named = { workspaceId: workspace.id, answerId };
  // The answer is locked.
  const number = 1 + (await em.count(GradeEntity, named));
  await em.insert(GradeEntity, {
    ...named,
    number,
    kind,
    counts,
    score,
    criteria,
    confidence,
    provider: madeBy?.provider ?? null,
    model: madeBy?.model ?? null,
    prompt: madeBy?.prompt ?? null,
    checkedProvider: madeBy?.checkedProvider ?? null,
    checkedModel: madeBy?.checkedModel ?? null,
    compared,
    language: given?.language ?? null,
    typed: given?.typed ?? null,
    byId: actingUserIdOf(ctx),
    byName: actor.name,
    comment,
    at: now,
  });
}
