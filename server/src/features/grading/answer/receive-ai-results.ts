import type { EntityManager } from '@mikro-orm/postgresql';
import { OralGrade, Transcript } from '@training/shared/ai/ai-features';
import { z } from 'zod';
import type { Context, Workspace } from '../../../core/context.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import type { StoredFile } from '../../ai/features/feature.ts';
import { provenanceOf, type Provenance } from '../../ai/jobs/provenance.ts';
import type { Delivery, JobFailure, JobResultHandler } from '../../ai/runner/job-result-handler.ts';
import { recordEvent } from '../../events/record-event.ts';
import {
  recordGrade,
  escalateToTrainer,
  saveGradeProposal,
  notifyAnswerChanged,
  setAnswerTimeout,
} from './change-answer.ts';
import { SpokenAnswerEntity } from '../spoken-answer.entity.ts';
import { lockAnswer, type LockedAnswer } from './lock-answer.ts';
import { spokenLanguageOf, modelContext, speechConfidenceOf } from './grade-by-model.ts';
import { chooseForCheck } from '../checks/choose-for-check.ts';
import { warnOfDrift } from '../checks/warn-of-drift.ts';
import { findThreshold } from '../trust/find-threshold.ts';
import type { StoredPlace } from '../../../database/stored-bytes.ts';
import { describeRecording, RECORDING_BYTES } from '../recordings/stored-recording.ts';
import { GRADING } from '@training/shared/grading/grading-limits';

const RECORDING = defineStatement({
  name: 'recording-of-answer',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select recording_id as id from spoken_answers
where workspace_id = :workspaceId and answer_id = :answerId and recording_id is not null`,
});

/** Stores the results of AI jobs in spoken answers (rules/grading 3, 4, 5). */
export const ANSWER_RESULTS: JobResultHandler = {
  async deliver(em, db, delivery) {
    const { ctx, answer } = await openDelivery(em, db, delivery);
    const made: unknown = JSON.parse(delivery.result);
    if (delivery.feature === 'speech_to_text') await storeTranscript(em, ctx, answer, Transcript.parse(made));
    else if (delivery.feature === 'oral_grading') {
      const madeBy = await provenanceOf(em, { workspaceId: delivery.workspace.id, jobId: delivery.id });
      await applyGrade(em, ctx, answer, OralGrade.parse(made), madeBy);
    } else throw new Error(`An answer has no use for the result of ${delivery.feature}`);
  },
  async fail(em, db, failure) {
    const { ctx, answer } = await openDelivery(em, db, failure);
    const { state, transcript } = answer;
    const isWaitedFor = failure.feature === 'oral_grading' ? state === 'grading' : isUnheard(state, transcript);
    // A trainer has the answer already, because the time was up.
    if (!isWaitedFor) return;
    await escalateToTrainer(em, ctx, answer, 'failed', { code: failure.code, detail: failure.detail });
  },
  file: recordingOf,
};

const isUnheard = (state: string, transcript: string | null) => state === 'transcribing' && transcript === null;

async function openDelivery(em: EntityManager, db: Database, { workspace, destination }: Delivery | JobFailure) {
  const now = new Date();
  return {
    ctx: modelContext(db, workspace, now),
    answer: await lockAnswer(em, { workspaceId: workspace.id, now }, destination.id),
  };
}

/** Stores a transcript. Its speaker checks it before it is graded. */
async function storeTranscript(em: EntityManager, ctx: Context, answer: LockedAnswer, made: Transcript): Promise<void> {
  if (!isUnheard(answer.state, answer.transcript)) return;
  const { workspaceId, answerId } = answer;
  const { text, seconds, confidence, language } = made;
  const transcript = { transcript: text, heardLanguage: language, seconds, speechConfidence: confidence };
  await em.nativeUpdate(SpokenAnswerEntity, { workspaceId, answerId }, transcript);
  await setAnswerTimeout(em, answer, ctx.now, GRADING.waits.correcting);
  await notifyAnswerChanged(em, answer);
}

/**
 * Records a grade that counts if the model is confident enough, else a proposal. The required confidence is read when
 * the grade arrives (rules/grading 11).
 */
async function applyGrade(
  em: EntityManager,
  ctx: Context,
  answer: LockedAnswer,
  made: OralGrade,
  madeBy: Provenance | undefined,
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
  if (madeBy && compared !== null) await warnOfDrift(em, { workspaceId, now: ctx.now }, madeBy);
  const threshold = compared === null ? null : await findThreshold(em, { workspaceId, now: ctx.now }, madeBy);
  if (compared === null || threshold === null || compared < threshold) {
    await saveGradeProposal(em, ctx, answerId, grade);
    return escalateToTrainer(em, ctx, answer, 'unsure');
  }
  await recordGrade(em, ctx, answerId, grade);
  if (madeBy) await chooseForCheck(em, { workspaceId, answerId, number: answer.grades + 1, now: ctx.now });
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

async function recordingOf(
  place: StoredPlace,
  { workspace, destination }: { workspace: Workspace; destination: { id: string } },
): Promise<StoredFile | undefined> {
  const workspaceId = workspace.id;
  const named = await RECORDING.first(place.db.pool, { workspaceId, answerId: destination.id });
  const recording = named && { workspaceId, ...named };
  const found = recording && (await describeRecording(place.db.pool, recording));
  if (!found) return undefined;
  const { mediaType, size } = found;
  return {
    kind: 'audio',
    mediaType,
    owner: workspaceId,
    read: () => RECORDING_BYTES.readWhole(place, recording, size),
  };
}
