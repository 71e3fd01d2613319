import type { AiFeature } from '@training/shared/ai-features';
import {
  AnalyseFeedback,
  ExtractDocument,
  GenerateCards,
  GenerateQuiz,
  GradeOralAnswer,
  TranscribeSpeech,
} from '@training/shared/ai-features';
import { z } from 'zod';

const start = <F extends AiFeature, I extends z.ZodType>(feature: F, input: I) =>
  z.strictObject({ feature: z.literal(feature), input });

/** A feature with its input, as a job keeps it. */
export const AiTask = z.discriminatedUnion('feature', [
  start('card_generation', GenerateCards),
  start('quiz_generation', GenerateQuiz),
  start('document_extraction', ExtractDocument),
  start('feedback_analysis', AnalyseFeedback),
  start('oral_grading', GradeOralAnswer),
  start('speech_to_text', TranscribeSpeech),
]);
export type AiTask = z.infer<typeof AiTask>;
