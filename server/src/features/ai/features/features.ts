import type { AiFeature } from '@training/shared/ai/ai-features';
import { feedbackAnalysis } from './analyse-feedback.ts';
import { documentExtraction } from './extract-document.ts';
import type { Feature } from './feature.ts';
import { cardGeneration } from './generate-cards.ts';
import { quizGeneration } from './generate-quiz.ts';
import { oralGrading } from './grade-oral-answer.ts';
import { driveScan } from './scan-document.ts';
import { translation } from './translate-items.ts';
import { speechToText } from './transcribe-speech.ts';

/**
 * Features by name. A new feature is a file here, with its line below, and names itself in nine other files at most. In
 * the contract: `named-ai-features.ts`, `ai-features.ts` and, as a kind of job, `ai-jobs.ts`. Its line in
 * `jobs/ai-jobs.router.ts`, and the fake answers in `server/test/ai/answers.ts`. In the console's `features/ai`:
 * `jobs/start-job.ts`, `features/feature-words.ts`, `features/feature-link.tsx` and `results/job-result.tsx`. A feature
 * without a page of its own, such as `drive_scan`, has neither a line in the router nor a page.
 */
export const FEATURES: Record<AiFeature, Feature> = {
  card_generation: cardGeneration,
  quiz_generation: quizGeneration,
  document_extraction: documentExtraction,
  feedback_analysis: feedbackAnalysis,
  oral_grading: oralGrading,
  speech_to_text: speechToText,
  drive_scan: driveScan,
  translation,
};
