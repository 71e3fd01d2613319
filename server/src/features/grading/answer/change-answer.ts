import type { EntityManager } from '@mikro-orm/postgresql';
import type { GradeKind, GradedCriterion, TrainerReason } from '@training/shared/grading/grading';
import type { AnswerState } from '@training/shared/learning/attempts';
import { topics } from '@training/shared/live';
import type { Context } from '../../../core/context.ts';
import { publish, topicOf } from '../../../platform/live.ts';
import type { Provenance } from '../../ai/jobs/provenance.ts';
import { markAnswer } from '../../learning/mark-answer.ts';
import { GradeEntity, SpokenAnswerEntity } from '../spoken-answer.entity.ts';

export type AnswerKey = { workspaceId: string; answerId: string };

/**
 * Has the answer stand elsewhere, in all attempts that it is part of, and says so.
 * @param score 0 to 1 where it is graded.
 */
export async function setAnswerState(
  em: EntityManager,
  ctx: Context,
  answerId: string,
  state: AnswerState,
  score: number | null = null,
): Promise<void> {
  await markAnswer(em, ctx, answerId, { state, score });
  await notifyAnswerChanged(em, { workspaceId: ctx.workspace.id, answerId });
}

/** Says that something has become of an answer, to its learner and to those who grade. */
export async function notifyAnswerChanged(em: EntityManager, { workspaceId, answerId }: AnswerKey): Promise<void> {
  await publish(em, topicOf(workspaceId, topics.answer(answerId)));
  await publish(em, topicOf(workspaceId, topics.grading));
}

/** Waits so many seconds for the next step; afterwards `hand-over-answers` takes the answer on. */
export async function setAnswerTimeout(
  em: EntityManager,
  { workspaceId, answerId }: AnswerKey,
  now: Date,
  seconds: number,
) {
  const waitsUntil = new Date(now.getTime() + seconds * 1_000);
  await em.nativeUpdate(SpokenAnswerEntity, { workspaceId, answerId }, { waitsUntil });
}

/** Gives the answer to the trainers of the course, and says why (rules/grading 5). */
export async function escalateToTrainer(
  em: EntityManager,
  ctx: Context,
  { workspaceId, answerId }: AnswerKey,
  reason: TrainerReason,
  failure?: { code: string; detail: string },
): Promise<void> {
  const { code = null, detail = null } = failure ?? {};
  const escalated = { waitsUntil: null, trainerReason: reason, failureCode: code, failureDetail: detail };
  await em.nativeUpdate(SpokenAnswerEntity, { workspaceId, answerId }, escalated);
  await setAnswerState(em, ctx, answerId, 'trainer');
}

type NewGrade = {
  kind: GradeKind;
  score: number;
  criteria: GradedCriterion[] | null;
  confidence?: number | null;
  /** Of a model. */
  madeBy?: Provenance | undefined;
  /** What was compared with the threshold, where it depended on that whether it counts. */
  compared?: number | null;
  /** How the answer was given; of a model. */
  given?: { language: string | null; typed: boolean };
  comment?: string | null;
};

/** Keeps what a model proposes for whoever grades; it does not count. */
export async function saveGradeProposal(
  em: EntityManager,
  ctx: Context,
  answerId: string,
  grade: NewGrade,
): Promise<void> {
  await addGrade(em, ctx, answerId, grade, false);
  await notifyAnswerChanged(em, { workspaceId: ctx.workspace.id, answerId });
}

/** Appends a grade that counts from now on, and has the attempt follow it. */
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
    byId: actor.kind === 'user' ? actor.id : null,
    byName: actor.name,
    comment,
    at: now,
  });
}
