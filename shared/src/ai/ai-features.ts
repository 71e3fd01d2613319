import { z } from 'zod';
import { AI_LIMITS } from './ai-limits.ts';
import { NullableCoverage, DocumentSource, DroppedCount, Language, Quote, SourceText } from './ai-sources.ts';
import { GeneratedCards, GeneratedQuiz, MakeCards, MakeQuiz, NullablePagesRead } from './generated-items.ts';
import { NAMED_AI_FEATURES } from './named-ai-features.ts';
import { Id, text } from '../primitives.ts';
import { ItemTexts, TranslatedPart } from '../translations/item-texts.ts';
import type { Capability } from '../provider-keys/provider-keys.ts';

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
export const OfferedAiFeature = AiFeature.exclude(['drive_scan', 'translation']);
export type OfferedAiFeature = z.infer<typeof OfferedAiFeature>;

export const DocumentExtract = z.strictObject({
  title: z.string(),
  language: z.string(),
  summary: z.string(),
  topics: z.array(
    z.strictObject({
      heading: z.string(),
      points: z.array(z.strictObject({ statement: z.string(), quote: Quote })),
    }),
  ),
  text: z.string().describe('What was read from the document, as Markdown: the source of cards and quizzes.'),
  scan: NullablePagesRead,
  dropped: DroppedCount,
  coverage: NullableCoverage,
});
export type DocumentExtract = z.infer<typeof DocumentExtract>;

export const AnalyseFeedback = z.strictObject({
  subject: text(0, 300).describe('What the comments are about, such as a course’s title.'),
  comments: z.array(text(1, AI_LIMITS.comment)).min(1).max(AI_LIMITS.comments),
  language: Language.optional(),
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
      quotes: z.array(z.strictObject({ comment: z.int(), quote: Quote })),
    }),
  ),
  dropped: DroppedCount,
});
export type FeedbackAnalysis = z.infer<typeof FeedbackAnalysis>;

export const GradeOralAnswer = z.strictObject({
  question: text(1, 2_000),
  rubric: z.array(text(1, AI_LIMITS.criterion)).min(1).max(AI_LIMITS.criteria).describe('What a full answer mentions.'),
  transcript: text(0, AI_LIMITS.transcript),
  speech_confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('That of the transcript, where it comes from a recording and nobody has corrected it.'),
  language: Language.optional(),
});
export type GradeOralAnswer = z.infer<typeof GradeOralAnswer>;

/** A criterion counts as met only with evidence that the server found in the transcript. */
export const OralGrade = z.strictObject({
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
export type OralGrade = z.infer<typeof OralGrade>;

/** A recording uploaded earlier (`ai.upload`). */
export const TranscribeSpeech = z.strictObject({
  file_id: Id,
  language: Language.optional(),
  question: text(1, 2_000)
    .optional()
    .describe(
      'What it answers: its rarer words are listened for. No expected answer, which would be heard too easily.',
    ),
});
export type TranscribeSpeech = z.infer<typeof TranscribeSpeech>;

export const Transcript = z.strictObject({
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
export type Transcript = z.infer<typeof Transcript>;

/** A document of a drive, and the departments that it may belong to. */
export const ScanDocument = z.strictObject({
  source: SourceText,
  departments: z.array(z.strictObject({ id: Id, name: z.string() })).max(AI_LIMITS.departments),
  /** Differences from the version of the text read before; null for the first version. */
  differences: z
    .strictObject({ removed: text(0, AI_LIMITS.differences), added: text(0, AI_LIMITS.differences) })
    .nullable(),
});
export type ScanDocument = z.infer<typeof ScanDocument>;

export const ScannedDocument = z.strictObject({
  relevant: z.boolean().describe('Whether it teaches something that people must know or do at work.'),
  title: z.string(),
  language: z.string(),
  summary: z.string(),
  department_id: Id.nullable().describe('Whose it seems to be, of those that were given.'),
  changes: z.string().nullable(),
  passages: z.array(z.strictObject({ text: z.string(), quote: Quote })),
  dropped: DroppedCount,
});
export type ScannedDocument = z.infer<typeof ScannedDocument>;

const translatedItem = { part: TranslatedPart, item_id: Id, source_hash: z.string() };

/** Items of a module to be translated, each with the hash of its version. */
export const TranslateItems = z.strictObject({
  title: z.string(),
  from: z.string(),
  to: z.string(),
  items: z.array(z.strictObject({ ...translatedItem, texts: ItemTexts })),
});
export type TranslateItems = z.infer<typeof TranslateItems>;

export const TranslatedItems = z.strictObject({
  items: z.array(z.strictObject({ ...translatedItem, texts: ItemTexts })),
  dropped: z.int().describe('Items left out, because figures differ or texts are missing.'),
});
export type TranslatedItems = z.infer<typeof TranslatedItems>;

/** Each feature with its name, the key it uses, its input and its result. */
export const AI_FEATURES = {
  card_generation: { ...NAMED_AI_FEATURES.card_generation, input: MakeCards, result: GeneratedCards },
  quiz_generation: { ...NAMED_AI_FEATURES.quiz_generation, input: MakeQuiz, result: GeneratedQuiz },
  document_extraction: { ...NAMED_AI_FEATURES.document_extraction, input: DocumentSource, result: DocumentExtract },
  feedback_analysis: { ...NAMED_AI_FEATURES.feedback_analysis, input: AnalyseFeedback, result: FeedbackAnalysis },
  oral_grading: { ...NAMED_AI_FEATURES.oral_grading, input: GradeOralAnswer, result: OralGrade },
  speech_to_text: { ...NAMED_AI_FEATURES.speech_to_text, input: TranscribeSpeech, result: Transcript },
  drive_scan: { ...NAMED_AI_FEATURES.drive_scan, input: ScanDocument, result: ScannedDocument },
  translation: { ...NAMED_AI_FEATURES.translation, input: TranslateItems, result: TranslatedItems },
} as const satisfies Record<AiFeature, { capability: Capability; input: z.ZodType; result: z.ZodType }>;

type Features = typeof AI_FEATURES;

export type AiInput<F extends AiFeature> = z.infer<Features[F]['input']>;

/** A feature with its input. */
export type AiTask = { [F in AiFeature]: { feature: F; input: AiInput<F> } }[AiFeature];

/** A task that people can start. */
export type OfferedAiTask = Extract<AiTask, { feature: OfferedAiFeature }>;
