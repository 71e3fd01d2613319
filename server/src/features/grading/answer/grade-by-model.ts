import type { EntityManager } from '@mikro-orm/postgresql';
import { GradeOralAnswer, TranscribeSpeech, type AiTask } from '@training/shared/ai/ai-features';
import type { TrainerGradingReason } from '@training/shared/grading/grading';
import { type AiContext, createSystemContextFields, type Context, type Workspace } from '../../../core/context.ts';
import { createAiJob } from '../../ai/jobs/create-ai-job.ts';
import { readAiCapabilitiesWithKey } from '../../provider-keys/read-ai-availability.ts';
import { SpokenAnswerEntity } from '../../recordings/spoken-answer.entity.ts';
import { escalateToTrainer, setAnswerState } from './change-answer.ts';
import type { LockedAnswer } from './lock-answer.ts';
import { SPOKEN_ANSWER_LIMITS } from '@training/shared/grading/grading-limits';
import type { Database } from '../../../database/database.ts';

/** Next step of an answer: a job for a model, for which it waits so many seconds, or a grade by the trainers. */
export type NextGradingStep =
  | { state: 'transcribing' | 'grading'; task: AiTask; seconds: number }
  | { state: 'trainer'; reason: TrainerGradingReason; failure?: { code: string; detail: string } };

type GradedText = Pick<
  LockedAnswer,
  'prompt' | 'rubric' | 'typed' | 'corrected' | 'transcript' | 'speechConfidence' | 'heardLanguage' | 'language'
>;

type Recording = Pick<LockedAnswer, 'recordingId' | 'language' | 'prompt'>;

/** Decides the first step of a recorded answer: its transcript, or the trainers if there is no key for speech. */
export async function planTranscribing(
  em: EntityManager,
  ctx: AiContext,
  { recordingId, language, prompt }: Recording,
): Promise<NextGradingStep> {
  const input = TranscribeSpeech.safeParse({
    file_id: recordingId,
    language: language ?? undefined,
    // Only the question: with words of the rubric, the model would hear them even if nobody said them.
    ...(TranscribeSpeech.shape.question.safeParse(prompt).success && { question: prompt }),
  });
  const { transcription } = await readAiCapabilitiesWithKey(ctx, em);
  if (!transcription || !input.success) return { state: 'trainer', reason: 'no_key' };
  const task = { feature: 'speech_to_text' as const, input: input.data };
  return { state: 'transcribing', task, seconds: SPOKEN_ANSWER_LIMITS.waits.transcribing };
}

/** Returns the confidence of the speech recognition in the graded text; null if a person typed or corrected it. */
export const speechConfidenceOf = ({ typed, corrected, speechConfidence }: GradedText): number | null =>
  typed === null && corrected === null ? speechConfidence : null;

/** Returns the language of an answer as a BCP 47 tag: the recognized one, or else the one that its speaker chose. */
export const spokenLanguageOf = ({ heardLanguage, language }: GradedText): string | null => heardLanguage ?? language;

/**
 * Decides who grades the typed, corrected or recognized text of an answer: the model, or the trainers if there is no
 * key.
 */
export async function planGrading(em: EntityManager, ctx: AiContext, answer: GradedText): Promise<NextGradingStep> {
  const { prompt, rubric, typed, corrected, transcript } = answer;
  const words = typed ?? corrected ?? transcript ?? '';
  if (words.trim() === '') return { state: 'trainer', reason: 'nothing_heard' };
  const sure = speechConfidenceOf(answer);
  const language = spokenLanguageOf(answer);
  const input = GradeOralAnswer.safeParse({
    question: prompt,
    rubric,
    transcript: words,
    ...(sure !== null && { speech_confidence: sure }),
    ...(language && { language }),
  });
  const { generation } = await readAiCapabilitiesWithKey(ctx, em);
  if (!generation) return { state: 'trainer', reason: 'no_key' };
  if (!input.success) {
    const detail = 'The question, its rubric or the answer is longer than a model is asked to read.';
    return { state: 'trainer', reason: 'failed', failure: { code: 'internal_error', detail } };
  }
  return {
    state: 'grading',
    task: { feature: 'oral_grading', input: input.data },
    seconds: SPOKEN_ANSWER_LIMITS.waits.grading,
  };
}

/** Passes a stored answer to the model or to the trainers, as `planGrading` decides. */
export async function startGrading(em: EntityManager, ctx: AiContext, answer: LockedAnswer): Promise<void> {
  const step = await planGrading(em, ctx, answer);
  if (step.state === 'trainer') return escalateToTrainer(em, ctx, answer, step.reason, step.failure);
  const { workspaceId, answerId } = answer;
  const waitsUntil = new Date(ctx.now.getTime() + step.seconds * 1_000);
  await em.nativeUpdate(SpokenAnswerEntity, { workspaceId, answerId }, { waitsUntil });
  await createAnswerJob(em, ctx, answer, step.task);
  await setAnswerState(em, ctx, answerId, step.state);
}

/** Creates the AI job of an answer, which belongs to its learner. */
export async function createAnswerJob(
  em: EntityManager,
  { now }: AiContext,
  { workspaceId, answerId, learnerId }: Pick<LockedAnswer, 'workspaceId' | 'answerId' | 'learnerId'>,
  task: AiTask,
): Promise<void> {
  const destination = { kind: 'answer' as const, id: answerId };
  await createAiJob(em, { workspaceId, createdBy: learnerId, now, fileId: null, destination, task });
}

/** Returns the context of the system actor for grades by a model and for escalations. */
export const createAiGradingContext = (db: Database, workspace: Workspace, now: Date): Context => ({
  db,
  workspace,
  reach: 'workspace',
  ...createSystemContextFields('AI grading', now),
});
