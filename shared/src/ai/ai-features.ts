import { z } from 'zod';
import { AI_INPUT_LIMITS } from './ai-limits.ts';
import {
  NullableSourceReadingCoverage,
  UploadedDocumentSource,
  DroppedItemCount,
  AiLanguageTag,
  VerbatimSourceQuote,
  SourceText,
} from './ai-sources.ts';
import {
  GeneratedCards,
  GeneratedQuiz,
  CardGenerationInput,
  QuizGenerationInput,
  NullablePagesReadByModel,
} from './generated-items.ts';
import { AI_FEATURE_CAPABILITIES } from './ai-feature-capabilities.ts';
import { Id, textSchema } from '../primitives.ts';
import { TranslatableTexts, TranslatedModulePart } from '../translations/item-texts.ts';
import type { AiCapability } from '../provider-keys/provider-keys.ts';

/** The features that call a model (rules/ai 1). */
export const AiFeature = z.enum([
  'card_generation',
  'quiz_generation',
  'document_extraction',
  'feedback_analysis',
  'oral_grading',
  'speech_to_text',
  'drive_scan',
  'translation',
]);
export type AiFeature = z.infer<typeof AiFeature>;

/** The six features with a page. `drive_scan` starts automatically, `translation` at a module's variant. */
export const UserStartedAiFeature = AiFeature.exclude(['drive_scan', 'translation']);
export type UserStartedAiFeature = z.infer<typeof UserStartedAiFeature>;

export const DocumentSummaryWithTopics = z.strictObject({
  title: z.string(),
  language: z.string(),
  summary: z.string(),
  topics: z.array(
    z.strictObject({
      heading: z.string(),
      points: z.array(z.strictObject({ statement: z.string(), quote: VerbatimSourceQuote })),
    }),
  ),
  text: z.string().describe('What was read from the document, as Markdown: the source of cards and quizzes.'),
  scan: NullablePagesReadByModel,
  dropped: DroppedItemCount,
  coverage: NullableSourceReadingCoverage,
});
export type DocumentSummaryWithTopics = z.infer<typeof DocumentSummaryWithTopics>;

export const AnalyseFeedback = z.strictObject({
  subject: textSchema(0, 300).describe('What the comments are about, such as a course’s title.'),
  comments: z.array(textSchema(1, AI_INPUT_LIMITS.comment)).min(1).max(AI_INPUT_LIMITS.comments),
  language: AiLanguageTag.optional(),
});
export type AnalyseFeedback = z.infer<typeof AnalyseFeedback>;

export const Sentiment = z.enum(['positive', 'mixed', 'negative']);
export type Sentiment = z.infer<typeof Sentiment>;

export const FeedbackAnalysis = z.strictObject({
  summary: z.string(),
  sentiment: z
    .strictObject({ positive: z.int(), mixed: z.int(), negative: z.int() })
    .describe('Comments of each kind; they add up to all.'),
  themes: z.array(
    z.strictObject({
      title: z.string(),
      sentiment: Sentiment,
      suggestion: z.string().describe('What the authors could do about it; empty where there is nothing to do.'),
      comments: z.array(z.int()).describe('Which comments, by their place in the request, from 0.'),
      quotes: z.array(z.strictObject({ comment: z.int(), quote: VerbatimSourceQuote })),
    }),
  ),
  dropped: DroppedItemCount,
});
export type FeedbackAnalysis = z.infer<typeof FeedbackAnalysis>;

export const GradeOralAnswer = z.strictObject({
  question: textSchema(1, 2_000),
  rubric: z
    .array(textSchema(1, AI_INPUT_LIMITS.criterion))
    .min(1)
    .max(AI_INPUT_LIMITS.criteria)
    .describe('What a full answer mentions.'),
  transcript: textSchema(0, AI_INPUT_LIMITS.transcript),
  speech_confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('That of the transcript, where it comes from a recording and nobody has corrected it.'),
  language: AiLanguageTag.optional(),
});
export type GradeOralAnswer = z.infer<typeof GradeOralAnswer>;

/** A criterion counts as met only with evidence that the server found in the transcript. */
export const OralAnswerGrading = z.strictObject({
  criteria: z.array(
    z.strictObject({
      criterion: z.string(),
      met: z.boolean(),
      evidence: z
        .string()
        .nullable()
        .describe('Word for word from the transcript; null where the criterion is not met.'),
      comment: z.string(),
    }),
  ),
  score: z.number().min(0).max(1).describe('Criteria met ÷ criteria, four decimals.'),
  confidence: z.number().min(0).max(1),
  needs_trainer: z.boolean().describe('The confidence, of the model or of the speech, is low: a trainer decides.'),
});
export type OralAnswerGrading = z.infer<typeof OralAnswerGrading>;

/** A recording uploaded earlier (`ai.upload`). */
export const TranscribeSpeech = z.strictObject({
  file_id: Id,
  language: AiLanguageTag.optional(),
  question: textSchema(1, 2_000)
    .optional()
    .describe(
      'What it answers: its rarer words are listened for. No expected answer, which would be heard too easily.',
    ),
});
export type TranscribeSpeech = z.infer<typeof TranscribeSpeech>;

export const SpeechTranscript = z.strictObject({
  text: z.string(),
  language: z.string().nullable(),
  seconds: z.number().min(0),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .default(null)
    .describe('How sure the provider is of the words; null where nothing was said, or it does not tell.'),
});
export type SpeechTranscript = z.infer<typeof SpeechTranscript>;

/** A document of a drive, and the departments that it may belong to. */
export const ScanDocument = z.strictObject({
  source: SourceText,
  departments: z.array(z.strictObject({ id: Id, name: z.string() })).max(AI_INPUT_LIMITS.departments),
  /** Differences from the version of the text read before; null for the first version. */
  differences: z
    .strictObject({
      removed: textSchema(0, AI_INPUT_LIMITS.differences),
      added: textSchema(0, AI_INPUT_LIMITS.differences),
    })
    .nullable(),
});
export type ScanDocument = z.infer<typeof ScanDocument>;

export const DocumentScanResult = z.strictObject({
  relevant: z.boolean().describe('Whether it teaches something that people must know or do at work.'),
  title: z.string(),
  language: z.string(),
  summary: z.string(),
  department_id: Id.nullable().describe('Whose it seems to be, of those that were given.'),
  changes: z.string().nullable(),
  passages: z.array(z.strictObject({ text: z.string(), quote: VerbatimSourceQuote })),
  dropped: DroppedItemCount,
});
export type DocumentScanResult = z.infer<typeof DocumentScanResult>;

const translatedItem = { part: TranslatedModulePart, item_id: Id, source_hash: z.string() };

/** Items of a module to be translated, each with the hash of its version. */
export const TranslateItems = z.strictObject({
  title: z.string(),
  from: z.string(),
  to: z.string(),
  items: z.array(z.strictObject({ ...translatedItem, texts: TranslatableTexts })),
});
export type TranslateItems = z.infer<typeof TranslateItems>;

export const AiTranslatedItems = z.strictObject({
  items: z.array(z.strictObject({ ...translatedItem, texts: TranslatableTexts })),
  dropped: z.int().describe('Items left out, because figures differ or texts are missing.'),
});
export type AiTranslatedItems = z.infer<typeof AiTranslatedItems>;

/** Each feature with its name, the key it uses, its input and its result. */
export const AI_FEATURE_INPUTS_AND_RESULTS = {
  card_generation: { ...AI_FEATURE_CAPABILITIES.card_generation, input: CardGenerationInput, result: GeneratedCards },
  quiz_generation: { ...AI_FEATURE_CAPABILITIES.quiz_generation, input: QuizGenerationInput, result: GeneratedQuiz },
  document_extraction: {
    ...AI_FEATURE_CAPABILITIES.document_extraction,
    input: UploadedDocumentSource,
    result: DocumentSummaryWithTopics,
  },
  feedback_analysis: { ...AI_FEATURE_CAPABILITIES.feedback_analysis, input: AnalyseFeedback, result: FeedbackAnalysis },
  oral_grading: { ...AI_FEATURE_CAPABILITIES.oral_grading, input: GradeOralAnswer, result: OralAnswerGrading },
  speech_to_text: { ...AI_FEATURE_CAPABILITIES.speech_to_text, input: TranscribeSpeech, result: SpeechTranscript },
  drive_scan: { ...AI_FEATURE_CAPABILITIES.drive_scan, input: ScanDocument, result: DocumentScanResult },
  translation: { ...AI_FEATURE_CAPABILITIES.translation, input: TranslateItems, result: AiTranslatedItems },
} as const satisfies Record<AiFeature, { capability: AiCapability; input: z.ZodType; result: z.ZodType }>;

type Features = typeof AI_FEATURE_INPUTS_AND_RESULTS;

export type AiFeatureInput<F extends AiFeature> = z.infer<Features[F]['input']>;

/** A feature with its input. */
export type AiTask = { [F in AiFeature]: { feature: F; input: AiFeatureInput<F> } }[AiFeature];

/** A task that people can start. */
export type UserStartedAiTask = Extract<AiTask, { feature: UserStartedAiFeature }>;
