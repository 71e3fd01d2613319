import type { AiFeature } from '@training/shared/ai-features';
import {
  DocumentExtract,
  FeedbackAnalysis,
  GeneratedCards,
  GeneratedQuiz,
  OralGrade,
  Transcript,
} from '@training/shared/ai-features';
import type { FileKind } from '@training/shared/ai-jobs';
import type { z } from 'zod';
import { read } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { JobServices } from '../../../context.ts';
import { ProviderFailure } from '../../../providers/ai/failure.ts';
import { analyseFeedback } from '../features/analyse-feedback.ts';
import { extractDocument } from '../features/extract-document.ts';
import type { Ask, Listen } from '../features/feature.ts';
import { generateCards } from '../features/generate-cards.ts';
import { generateQuiz } from '../features/generate-quiz.ts';
import { gradeOralAnswer } from '../features/grade-oral-answer.ts';
import { transcribeSpeech } from '../features/transcribe-speech.ts';
import { callProvider } from '../gateway/call-provider.ts';
import { stepsOf } from './ai-job-steps.ts';
import { AiTask } from './ai-job.ts';
import type { ClaimedAiJob } from './claim-ai-job.ts';

const RESULTS: Record<AiFeature, z.ZodType> = {
  card_generation: GeneratedCards,
  quiz_generation: GeneratedQuiz,
  document_extraction: DocumentExtract,
  feedback_analysis: FeedbackAnalysis,
  oral_grading: OralGrade,
  speech_to_text: Transcript,
};

/** How often a question is put where the model's answer cannot be used. */
const ASKED_AT_MOST = 3;

const READ_FILE = {
  name: 'read-ai-file',
  text: 'select kind, media_type as "mediaType", bytes from ai_files where workspace_id = $1 and id = $2',
};

type AiFile = { kind: FileKind; mediaType: string; bytes: Uint8Array };

/**
 * Does what a job is there for, with the key that the workspace uses at each call, and goes on from what is finished.
 * @throws OwnKeyRefused, ProviderFailure, AppError; AiJobLost
 */
export async function runFeature(services: JobServices, job: ClaimedAiJob, signal: AbortSignal): Promise<unknown> {
  const task = AiTask.parse({ feature: job.feature, input: job.input });
  return RESULTS[task.feature].parse(await featureResult(services, job, task, signal));
}

async function featureResult(services: JobServices, job: ClaimedAiJob, task: AiTask, signal: AbortSignal) {
  const { db, ai } = services;
  const { workspace, capability, feature: purpose } = job;
  const use = { capability, purpose };
  const ctx = { db, ai, workspace };
  const ask: Ask = (request) =>
    askAgain(() => callProvider(ctx, use, (credential) => ai.providers.generate(credential, { ...request, signal })));
  const listen: Listen = (request) =>
    callProvider(ctx, use, (credential) => ai.providers.transcribe(credential, { ...request, signal }));
  const steps = stepsOf(db, job);

  switch (task.feature) {
    case 'card_generation':
      return generateCards(ask, task.input, steps);
    case 'quiz_generation':
      return generateQuiz(ask, task.input, steps);
    case 'document_extraction': {
      const { kind, bytes } = await readFile(services, job);
      return extractDocument(ask, { name: task.input.name, kind, bytes, signal }, steps);
    }
    case 'feedback_analysis':
      return analyseFeedback(ask, task.input, steps);
    case 'oral_grading':
      return gradeOralAnswer(ask, task.input);
    case 'speech_to_text': {
      const { mediaType, bytes } = await readFile(services, job);
      return transcribeSpeech(listen, { audio: bytes, mediaType, language: task.input.language });
    }
  }
}

/** @throws AppError `file_not_found` */
async function readFile({ db }: JobServices, { workspace, fileId }: ClaimedAiJob): Promise<AiFile> {
  const [file] = fileId ? await read<AiFile>(db, READ_FILE, [workspace.id, fileId]) : [];
  if (!file) throw new AppError('file_not_found', 'The file is not there any more: upload it again.');
  return file;
}

/** A model that answers beside the point once may answer well the next time. */
async function askAgain<T>(ask: () => Promise<T>): Promise<T> {
  for (let asked = 1; ; asked++) {
    try {
      return await ask();
    } catch (error) {
      const again = error instanceof ProviderFailure && error.outcome === 'bad_answer' && asked < ASKED_AT_MOST;
      if (!again) throw error;
    }
  }
}
