import type { EntityManager } from '@mikro-orm/postgresql';
import { OralAnswerGrading } from '@training/shared/ai/ai-features';
import type { Context } from '../../../core/context.ts';
import type { Database } from '../../../database/database.ts';
import { readResultProvenance, type ResultProvenance } from '../../ai/jobs/provenance.ts';
import type { DeliverResult, ResultToDeliver, JobFailure } from '../../ai/runner/job-result-handler.ts';
import { recordEvent } from '../../events/record-event.ts';
import { recordGrade, escalateToTrainer, saveGradeProposal } from './change-answer.ts';
import { lockAnswer, type LockedAnswer } from './lock-answer.ts';
import { spokenLanguageOf, createAiGradingContext, speechConfidenceOf } from './grade-by-model.ts';
import { requestCheckIfSampled } from '../checks/request-check-if-sampled.ts';
import { notifyAdminsOfModelGradingDrift } from '../checks/model-grading-drift.ts';
import { findConfidenceThreshold } from '../trust/find-confidence-threshold.ts';

/** Hands an answer whose transcript or grade failed to the trainers, unless they have it already (rules/grading 5). */
export async function escalateFailedAnswer(em: EntityManager, db: Database, failure: JobFailure): Promise<void> {
  const { ctx, answer } = await openDelivery(em, db, failure);
  const { state, transcript } = answer;
  const isAwaited =
    failure.feature === 'oral_grading' ? state === 'grading' : state === 'transcribing' && transcript === null;
  if (isAwaited) await escalateToTrainer(em, ctx, answer, 'failed', { code: failure.code, detail: failure.detail });
}

async function openDelivery(em: EntityManager, db: Database, { workspace, destination }: ResultToDeliver | JobFailure) {
  const now = new Date();
  return {
    ctx: createAiGradingContext(db, workspace, now),
    answer: await lockAnswer(em, { workspaceId: workspace.id, now }, destination.id),
  };
}

/** Applies a model's grade to its answer. */
export const applyDeliveredGrade: DeliverResult = async (em, db, delivery) => {
  const { ctx, answer } = await openDelivery(em, db, delivery);
  const madeBy = await readResultProvenance(em, { workspaceId: delivery.workspace.id, jobId: delivery.id });
  await applyGrade(em, ctx, answer, OralAnswerGrading.parse(JSON.parse(delivery.result)), madeBy);
};

/**
 * Records a grade that counts if the model is confident enough, else a proposal. The required confidence is read when
 * the grade arrives (rules/grading 11).
 */
async function applyGrade(
  em: EntityManager,
  ctx: Context,
  answer: LockedAnswer,
  made: OralAnswerGrading,
  madeBy: ResultProvenance | undefined,
): Promise<void> {
  const { workspaceId, answerId, state } = answer;
  if (state !== 'grading') return;
  // Rounded as it is stored, because later comparisons use the stored value.
  const sure = Number(Math.min(made.confidence, speechConfidenceOf(answer) ?? 1).toFixed(4));
  const compared = made.needs_trainer ? null : sure;
  const grade = {
    kind: 'model' as const,
    score: made.score,
    criteria: made.criteria,
    confidence: made.confidence,
    madeBy,
    compared,
    given: { language: spokenLanguageOf(answer), typed: answer.recordingId === null },
  };
  if (madeBy && compared !== null) await notifyAdminsOfModelGradingDrift(em, { workspaceId, now: ctx.now }, madeBy);
  const threshold = compared === null ? null : await findConfidenceThreshold(em, { workspaceId, now: ctx.now }, madeBy);
  if (compared === null || threshold === null || compared < threshold) {
    await saveGradeProposal(em, ctx, answerId, grade);
    return escalateToTrainer(em, ctx, answer, 'unsure');
  }
  await recordGrade(em, ctx, answerId, grade);
  if (madeBy) await requestCheckIfSampled(em, { workspaceId, answerId, number: answer.grades + 1, now: ctx.now });
  await recordEvent(em, ctx, {
    action: 'answer.graded',
    subject: { kind: 'answer', id: answerId, name: answer.moduleTitle },
    changes: {
      learner: answer.learnerName,
      user_id: answer.learnerId,
      module_id: answer.moduleId,
      score: made.score,
      confidence: made.confidence,
    },
  });
}
