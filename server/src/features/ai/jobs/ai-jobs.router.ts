import { AnalyseFeedback, GradeOralAnswer, TranscribeSpeech } from '@training/shared/ai/ai-features';
import {
  AiCapabilityAvailability,
  AiJob,
  AiJobPage,
  AiJobSummary,
  CancelReplacementItem,
  GenerationCostEstimate,
  EstimateGenerationCost,
  EstimateDocumentReadingCost,
  ListAiJobs,
  GenerateReplacementItem,
  AiJobRef,
  DocumentReadingEstimate,
  RenameAiJob,
  UploadedFile,
} from '@training/shared/ai/ai-jobs';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { UploadedDocumentSource } from '@training/shared/ai/ai-sources';
import { GenerateCards, GenerateQuiz } from '@training/shared/ai/generated-items';
import { octetInputParser } from '@trpc/server/http';
import { permittedProcedure, router } from '../../../http/procedures.ts';
import { readAiCapabilitiesWithKey } from '../../provider-keys/read-ai-availability.ts';
import { uploadFile } from '../files/upload-file.ts';
import { cancelAiJob, cancelItemReplacement } from './end-ai-job.ts';
import { estimateGenerationCost, estimateDocumentReadingCost } from './estimate-cost.ts';
import { deleteAiJob, renameAiJob } from './rename-ai-job.ts';
import { listOwnAiJobs, readOwnAiJob } from './read-ai-jobs.ts';
import { startItemReplacement } from './regenerate-item.ts';
import { startAiJob } from './start-ai-job.ts';

/**
 * The six AI features as jobs (rules/ai 1): each procedure starts a job, and `get` returns its progress. Users see only
 * their own jobs.
 */
export const aiJobsRouter = router({
  availability: permittedProcedure('content:author')
    .output(AiCapabilityAvailability)
    .query(({ ctx }) => readAiCapabilitiesWithKey(ctx)),
  /** Estimates the cost of a generation; null if there is no key for it. */
  estimate: permittedProcedure('content:author')
    .input(EstimateGenerationCost)
    .output(GenerationCostEstimate.nullable())
    .query(({ ctx, input, signal }) => estimateGenerationCost(ctx, input, signal)),
  /** Estimates the cost of reading an uploaded document, whose pages may be pictures. */
  estimateReading: permittedProcedure('content:author')
    .input(EstimateDocumentReadingCost)
    .output(DocumentReadingEstimate)
    .query(({ ctx, input, signal }) => estimateDocumentReadingCost(ctx, input, signal)),
  /** Uploads a file as `application/octet-stream`; its kind is detected from its content. */
  upload: permittedProcedure('content:author')
    .meta({ file: { most: AI_INPUT_LIMITS.documentBytes } })
    .input(octetInputParser)
    .output(UploadedFile)
    .mutation(({ ctx, input }) => uploadFile(ctx, input)),
  generateCards: permittedProcedure('content:author')
    .input(GenerateCards)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startAiJob(ctx, { feature: 'card_generation', input })),
  generateQuiz: permittedProcedure('content:author')
    .input(GenerateQuiz)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startAiJob(ctx, { feature: 'quiz_generation', input })),
  extractDocument: permittedProcedure('content:author')
    .input(UploadedDocumentSource)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startAiJob(ctx, { feature: 'document_extraction', input })),
  analyseFeedback: permittedProcedure('content:author')
    .input(AnalyseFeedback)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startAiJob(ctx, { feature: 'feedback_analysis', input })),
  gradeOralAnswer: permittedProcedure('content:author')
    .input(GradeOralAnswer)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startAiJob(ctx, { feature: 'oral_grading', input })),
  transcribe: permittedProcedure('content:author')
    .input(TranscribeSpeech)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startAiJob(ctx, { feature: 'speech_to_text', input })),
  list: permittedProcedure('content:author')
    .input(ListAiJobs)
    .output(AiJobPage)
    .query(({ ctx, input }) => listOwnAiJobs(ctx, input)),
  get: permittedProcedure('content:author')
    .input(AiJobRef)
    .output(AiJob)
    .query(({ ctx, input }) => readOwnAiJob(ctx, input)),
  makeAnother: permittedProcedure('content:author')
    .input(GenerateReplacementItem)
    .output(AiJobRef)
    .mutation(({ ctx, input }) => startItemReplacement(ctx, input)),
  cancelAnother: permittedProcedure('content:author')
    .input(CancelReplacementItem)
    .output(AiJobRef)
    .mutation(({ ctx, input }) => cancelItemReplacement(ctx, input)),
  cancel: permittedProcedure('content:author')
    .input(AiJobRef)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => cancelAiJob(ctx, input)),
  rename: permittedProcedure('content:author')
    .input(RenameAiJob)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => renameAiJob(ctx, input)),
  delete: permittedProcedure('content:author')
    .input(AiJobRef)
    .output(AiJobRef)
    .mutation(({ ctx, input }) => deleteAiJob(ctx, input)),
});
