import type { EntityManager } from '@mikro-orm/postgresql';
import { GradeOralAnswer, TranscribeSpeech } from '@training/shared/ai/ai-features';
import type { AiContext, Context, Workspace } from '../../../core/context.ts';
import { createAiJob } from '../../ai/jobs/create-ai-job.ts';
import { readAvailability } from '../../ai/jobs/read-availability.ts';
import { escalateToTrainer, setAnswerState, setAnswerTimeout } from '../change-answer.ts';
import type { LockedAnswer } from '../lock-answer.ts';
import { GRADING } from '@training/shared/grading/grading-limits';
import type { Database } from '../../../database/database.ts';

/** Has a recording written down, or the trainers listen to it where there is no key for that. */
export async function startTranscribing(em: EntityManager, ctx: AiContext, answer: LockedAnswer): Promise<void> {
  const input = TranscribeSpeech.safeParse({
    file_id: answer.recordingId,
    language: answer.language ?? undefined,
    // Of the question alone: words of the rubric would be heard where nobody said them.
    ...(TranscribeSpeech.shape.question.safeParse(answer.prompt).success && { question: answer.prompt }),
  });
  const { transcription } = await readAvailability(ctx, em);
  if (!transcription || !input.success) return escalateToTrainer(em, ctx, answer, 'no_key');
  await setAnswerTimeout(em, answer, ctx.now, GRADING.waits.transcribing);
  await createAiJob(em, { ...jobOf(answer, ctx), task: { feature: 'speech_to_text', input: input.data } });
  await setAnswerState(em, ctx, answer.answerId, 'transcribing');
}

/** How sure the speech recognition is of what is graded; null of words that somebody has typed or looked over. */
export const speechConfidenceOf = ({ typed, corrected, speechConfidence }: LockedAnswer): number | null =>
  typed === null && corrected === null ? speechConfidence : null;

/** BCP 47 tag of what was said, as it was heard or else as its speaker said. */
export const spokenLanguageOf = ({ heardLanguage, language }: LockedAnswer): string | null => heardLanguage ?? language;

/**
 * Has the model grade what was typed, corrected or heard, or the trainers where there is no key. Of words that somebody
 * has looked over, it does not matter how sure the speech recognition was of them.
 */
export async function startGrading(em: EntityManager, ctx: AiContext, answer: LockedAnswer): Promise<void> {
  const { prompt, rubric, typed, corrected, transcript } = answer;
  const words = typed ?? corrected ?? transcript ?? '';
  if (words.trim() === '') return escalateToTrainer(em, ctx, answer, 'nothing_heard');
  const sure = speechConfidenceOf(answer);
  const language = spokenLanguageOf(answer);
  const input = GradeOralAnswer.safeParse({
    question: prompt,
    rubric,
    transcript: words,
    ...(sure !== null && { speech_confidence: sure }),
    ...(language && { language }),
  });
  const { generation } = await readAvailability(ctx, em);
  if (!generation) return escalateToTrainer(em, ctx, answer, 'no_key');
  if (!input.success) {
    const detail = 'The question, its rubric or the answer is longer than a model is asked to read.';
    return escalateToTrainer(em, ctx, answer, 'failed', { code: 'internal_error', detail });
  }
  await setAnswerTimeout(em, answer, ctx.now, GRADING.waits.grading);
  await createAiJob(em, { ...jobOf(answer, ctx), task: { feature: 'oral_grading', input: input.data } });
  await setAnswerState(em, ctx, answer.answerId, 'grading');
}

const jobOf = ({ workspaceId, answerId, learnerId }: LockedAnswer, { now }: AiContext) => ({
  workspaceId,
  createdBy: learnerId,
  now,
  fileId: null,
  destination: { kind: 'answer' as const, id: answerId },
});

/** As whom a model grades, and answers are handed over. */
const MODEL = { kind: 'system', name: 'AI grading' } as const;

export function modelContext(db: Database, workspace: Workspace, now: Date): Context {
  return { db, workspace, actor: MODEL, reach: 'workspace', now, requestId: null, ip: null };
}
