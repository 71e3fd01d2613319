import type { AiFeature } from '@training/shared/ai-features';
import { feedbackAnalysis } from './analyse-feedback.ts';
import { documentExtraction } from './extract-document.ts';
import type { Feature } from './feature.ts';
import { cardGeneration } from './generate-cards.ts';
import { quizGeneration } from './generate-quiz.ts';
import { oralGrading } from './grade-oral-answer.ts';
import { driveScan } from './scan-document.ts';
import { speechToText } from './transcribe-speech.ts';

/** A new feature: its entry in the contract's `AI_FEATURES`, its file, its line here and one in the router. */
export const FEATURES: Record<AiFeature, Feature> = {
  card_generation: cardGeneration,
  quiz_generation: quizGeneration,
  document_extraction: documentExtraction,
  feedback_analysis: feedbackAnalysis,
  oral_grading: oralGrading,
  speech_to_text: speechToText,
  drive_scan: driveScan,
};
