import type { AiFeature } from '@training/shared/ai/ai-features';
import { feedbackAnalysisFeature } from './analyse-feedback.ts';
import { documentExtractionFeature } from './extract-document.ts';
import type { AiFeatureDefinition } from './feature.ts';
import { cardGenerationFeature } from './generate-cards.ts';
import { quizGenerationFeature } from './generate-quiz.ts';
import { oralGradingFeature } from './grade-oral-answer.ts';
import { driveScanFeature } from './scan-document.ts';
import { translationFeature } from './translate-items.ts';
import { speechToTextFeature } from './transcribe-speech.ts';

/**
 * Features by name. A new feature is a file here, with its line below, and names itself in nine other files at most. In
 * the contract: `ai-feature-capabilities.ts`, `ai-features.ts` and, as a kind of job, `ai-jobs.ts`. Its line in
 * `jobs/ai-jobs.router.ts`, and the fake answers in `server/test/ai/answers.ts`. In the console's `features/ai`:
 * `jobs/start-job.ts`, `features/feature-words.ts`, `features/feature-link.tsx` and `results/job-result.tsx`. A feature
 * without a page of its own, such as `drive_scan`, has neither a line in the router nor a page.
 */
export const AI_FEATURE_DEFINITIONS: Record<AiFeature, AiFeatureDefinition> = {
  card_generation: cardGenerationFeature,
  quiz_generation: quizGenerationFeature,
  document_extraction: documentExtractionFeature,
  feedback_analysis: feedbackAnalysisFeature,
  oral_grading: oralGradingFeature,
  speech_to_text: speechToTextFeature,
  drive_scan: driveScanFeature,
  translation: translationFeature,
};
