import { AnalyseFeedback, GradeOralAnswer, TranscribeSpeech } from '@training/shared/ai/ai-features';
import {
  AiAvailability,
  AiJob,
  AiJobPage,
  AiJobSummary,
  CancelAnother,
  CostEstimate,
  EstimateCost,
  EstimateReading,
  ListAiJobs,
  MakeAnother,
  AiJobRef,
  ReadingEstimate,
  RenameAiJob,
  UploadedFile,
} from '@training/shared/ai/ai-jobs';
import { AI_LIMITS } from '@training/shared/ai/ai-limits';
import { DocumentSource } from '@training/shared/ai/ai-sources';
import { GenerateCards, GenerateQuiz } from '@training/shared/ai/generated-items';
import { octetInputParser } from '@trpc/server/http';
import { can, router } from '../../../http/procedures.ts';
import { readAvailability } from '../../provider-keys/read-availability.ts';
import { uploadFile } from '../files/upload-file.ts';
import { cancelAiJob, cancelReplacement } from './end-ai-job.ts';
import { estimateCost, estimateExtraction } from './estimate-cost.ts';
import { deleteAiJob, renameAiJob } from './rename-ai-job.ts';
import { listAiJobs, readAiJob } from './read-ai-jobs.ts';
import { startReplacement } from './regenerate-item.ts';
import { startAiJob } from './start-ai-job.ts';

/**
 * The six AI features as jobs (rules/ai 1): each procedure starts a job, and `get` returns its progress. Users see only
 * their own jobs.
 */
export const aiJobsRouter = router({
  availability: can('content:author')
    .output(AiAvailability)
    .query(({ ctx }) => readAvailability(ctx)),
  /** Estimates the cost of a generation; null if there is no key for it. */
  estimate: can('content:author')
    .input(EstimateCost)
    .output(CostEstimate.nullable())
    .query(({ ctx, input, signal }) => estimateCost(ctx, input, signal)),
  /** Estimates the cost of reading an uploaded document, whose pages may be pictures. */
  estimateReading: can('content:author')
    .input(EstimateReading)
    .output(ReadingEstimate)
    .query(({ ctx, input, signal }) => estimateExtraction(ctx, input, signal)),
  /** Uploads a file as `application/octet-stream`; its kind is detected from its content. */
  upload: can('content:author')
    .meta({ file: { most: AI_LIMITS.documentBytes } })
    .input(octetInputParser)
    .output(UploadedFile)
    .mutation(({ ctx, input }) => uploadFile(ctx, input)),
  generateCards: can('content:author')
    .input(GenerateCards)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startAiJob(ctx, { feature: 'card_generation', input })),
  generateQuiz: can('content:author')
    .input(GenerateQuiz)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startAiJob(ctx, { feature: 'quiz_generation', input })),
  extractDocument: can('content:author')
    .input(DocumentSource)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startAiJob(ctx, { feature: 'document_extraction', input })),
  analyseFeedback: can('content:author')
    .input(AnalyseFeedback)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startAiJob(ctx, { feature: 'feedback_analysis', input })),
  gradeOralAnswer: can('content:author')
    .input(GradeOralAnswer)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startAiJob(ctx, { feature: 'oral_grading', input })),
  transcribe: can('content:author')
    .input(TranscribeSpeech)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startAiJob(ctx, { feature: 'speech_to_text', input })),
  list: can('content:author')
    .input(ListAiJobs)
    .output(AiJobPage)
    .query(({ ctx, input }) => listAiJobs(ctx, input)),
  get: can('content:author')
    .input(AiJobRef)
    .output(AiJob)
    .query(({ ctx, input }) => readAiJob(ctx, input)),
  makeAnother: can('content:author')
    .input(MakeAnother)
    .output(AiJobRef)
    .mutation(({ ctx, input }) => startReplacement(ctx, input)),
  cancelAnother: can('content:author')
    .input(CancelAnother)
    .output(AiJobRef)
    .mutation(({ ctx, input }) => cancelReplacement(ctx, input)),
  cancel: can('content:author')
    .input(AiJobRef)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => cancelAiJob(ctx, input)),
  rename: can('content:author')
    .input(RenameAiJob)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => renameAiJob(ctx, input)),
  delete: can('content:author')
    .input(AiJobRef)
    .output(AiJobRef)
    .mutation(({ ctx, input }) => deleteAiJob(ctx, input)),
});
