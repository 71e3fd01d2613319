import { z } from 'zod';
import { NAMED_AI_FEATURES } from './named-ai-features.ts';
import { Id, label, text } from './primitives.ts';
import type { Capability } from './provider-keys.ts';

/** What a model is asked for (rules/ai 1). */
export const AiFeature = z.enum([
  'card_generation',
  'quiz_generation',
  'document_extraction',
  'feedback_analysis',
  'oral_grading',
  'speech_to_text',
  'drive_scan',
]);
export type AiFeature = z.infer<typeof AiFeature>;

/** The six features that people start. Documents of drives are scanned by themselves. */
export const OfferedAiFeature = AiFeature.exclude(['drive_scan']);
export type OfferedAiFeature = z.infer<typeof OfferedAiFeature>;

/** What the features take, at most. */
export const AI_LIMITS = {
  /** Code points of a source text, as much as intake takes twenty times over. */
  sourceText: 1_000_000,
  /** Bytes of an uploaded document. */
  documentBytes: 20 * 1024 * 1024,
  /** Bytes and seconds of a recording (rules/ai 11). */
  audioBytes: 10 * 1024 * 1024,
  audioSeconds: 90,
  cards: 40,
  questions: 20,
  /** As many cards as a section may have, and the code points of each that tell it from others. */
  existingItems: 500,
  existing: 300,
  comments: 500,
  comment: 5_000,
  /** As many and as long as a rubric may have (`CONTENT_LIMITS`). */
  criteria: 20,
  criterion: 1_000,
  transcript: 10_000,
  departments: 500,
  /** Code points of what a new text has, or has not any more, that the one before had. */
  differences: 12_000,
} as const;

/** BCP 47, such as `en` or `pt-BR`; the source's own language when absent. */
export const Language = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'Must be a language tag such as en or pt-BR');

/** A text to make something of. It is data: nothing in it is followed as an instruction. */
export const SourceText = z.strictObject({
  title: text(0, 300),
  text: text(1, AI_LIMITS.sourceText),
});
export type SourceText = z.infer<typeof SourceText>;

/** A document that was uploaded before (`ai.upload`), which the job reads itself; `name` is what people call it. */
export const DocumentSource = z.strictObject({ file_id: Id, name: label(255) });
export type DocumentSource = z.infer<typeof DocumentSource>;

/** What cards and questions are made of. */
const MaterialSource = z.union([SourceText, DocumentSource]);
export type MaterialSource = z.infer<typeof MaterialSource>;

/** Word for word from the source, which the server has looked up: what it cannot find there is dropped. */
const Quote = z.string().describe('Word for word from the source.');

/** The fronts or questions that are there already, of which nothing is made again. */
const Existing = z.array(text(1, AI_LIMITS.existing)).max(AI_LIMITS.existingItems).default([]);

/** What an item asks of somebody: to know it, to use it, or to decide in a situation. */
export const Level = z.enum(['recall', 'apply', 'decide']);
export type Level = z.infer<typeof Level>;

/** The mix of levels that is asked for. */
export const Difficulty = z
  .enum(['basic', 'standard', 'advanced'])
  .describe('Mostly to know it · as much to use it · mostly to use it and to decide.');
export type Difficulty = z.infer<typeof Difficulty>;

export const GenerateCards = z.strictObject({
  source: MaterialSource,
  count: z.int().min(1).max(AI_LIMITS.cards).default(12),
  language: Language.optional(),
  difficulty: Difficulty.default('standard'),
  existing: Existing,
});
export type GenerateCards = z.infer<typeof GenerateCards>;

/** What somebody should look at before they take an item; the item may be good all the same. */
export const ItemFlag = z.strictObject({
  kind: z.enum([
    'figure',
    'name',
    'long_answer',
    'alike',
    'yes_no',
    'all_of_them',
    // What a second call found, which answered from the source without the key.
    'unsupported',
    'unanswerable',
    'other_answer',
    'ambiguous',
    'unchecked',
  ]),
  detail: z
    .string()
    .describe(
      'The figure or the name that was not found, what the other item asks, what the passage lacks, or what was answered instead; else empty.',
    ),
});
export type ItemFlag = z.infer<typeof ItemFlag>;

/** What was made before there were any has none. */
const Flags = z.array(ItemFlag).default([]);

/** What was made before there were any has none. */
const ItemLevel = Level.nullable().default(null);

export const GeneratedCard = z.strictObject({
  front: z.string(),
  back: z.string(),
  quote: Quote,
  level: ItemLevel,
  flags: Flags,
});
export type GeneratedCard = z.infer<typeof GeneratedCard>;

const Dropped = z
  .int()
  .min(0)
  .describe('How many were left out because their passage, or an address in them, is not in the source.');

/** How much of a source was read: it is cut into parts, each of which is read in calls of its own. */
export const Coverage = z.strictObject({
  parts: z.int().min(0),
  parts_read: z.int().min(0),
  not_read: z.array(
    z.strictObject({
      part: z.int().describe('Which, from 1.'),
      begins: z.string().describe('Its first words.'),
      why: z
        .enum(['nothing_to_quote', 'declined', 'no_answer', 'not_accepted'])
        .describe(
          'It has no words that could be quoted · the provider declined it, perhaps because of its content · the model gave no usable answer to it · the provider didn’t accept the request, which may be too long for the model.',
        ),
    }),
  ),
});
export type Coverage = z.infer<typeof Coverage>;

/** What was made before it was told has none. */
const Covered = Coverage.nullable().default(null);

const Disputed = z
  .int()
  .min(0)
  .default(0)
  .describe('How many were left out because a second call, which looked at the source again, found them contradicted.');

export const GeneratedCards = z.strictObject({
  cards: z.array(GeneratedCard),
  dropped: Dropped,
  disputed: Disputed,
  coverage: Covered,
});
export type GeneratedCards = z.infer<typeof GeneratedCards>;

export const GenerateQuiz = z.strictObject({
  source: MaterialSource,
  count: z.int().min(1).max(AI_LIMITS.questions).default(6),
  language: Language.optional(),
  difficulty: Difficulty.default('standard'),
  existing: Existing,
});
export type GenerateQuiz = z.infer<typeof GenerateQuiz>;

const generated = {
  prompt: z.string(),
  explanation: z.string().describe('Why the answer is right, and in a list why each other option is not. Markdown.'),
  quote: Quote,
  level: ItemLevel,
  flags: Flags,
};

/** As the questions of a module, each with the passage that it comes from. */
export const GeneratedQuestion = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('single_choice'), ...generated, options: z.array(z.string()), correct: z.int() }),
  z.strictObject({
    kind: z.literal('multiple_choice'),
    ...generated,
    options: z.array(z.string()),
    correct: z.array(z.int()),
  }),
  z.strictObject({ kind: z.literal('short_text'), ...generated, accepted: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('spoken'), ...generated, rubric: z.array(z.string()) }),
]);
export type GeneratedQuestion = z.infer<typeof GeneratedQuestion>;

export const GeneratedQuiz = z.strictObject({
  questions: z.array(GeneratedQuestion),
  dropped: Dropped,
  disputed: Disputed,
  coverage: Covered,
});
export type GeneratedQuiz = z.infer<typeof GeneratedQuiz>;

/** A document that was uploaded before (`ai.upload`), by the id that this gave; `name` is what people call it. */
export const ExtractDocument = z.strictObject({ file_id: Id, name: label(255) });
export type ExtractDocument = z.infer<typeof ExtractDocument>;

/** What a document teaches. */
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
  dropped: Dropped,
  coverage: Covered,
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
  dropped: Dropped,
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

/** A recording that was uploaded before (`ai.upload`). */
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

/** Below this confidence, of the model or of the speech recognition, an oral grade goes to a trainer. */
export const TRUSTED_CONFIDENCE = 0.7;

/** A document of a drive, and whose it could be. */
export const ScanDocument = z.strictObject({
  source: SourceText,
  departments: z.array(z.strictObject({ id: Id, name: z.string() })).max(AI_LIMITS.departments),
  /** What has changed since the text that was read before; null for the first. */
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
  dropped: Dropped,
});
export type ScannedDocument = z.infer<typeof ScannedDocument>;

/** Each feature once: what it is called, which key it uses, what it takes and what it answers. */
export const AI_FEATURES = {
  card_generation: { ...NAMED_AI_FEATURES.card_generation, input: GenerateCards, result: GeneratedCards },
  quiz_generation: { ...NAMED_AI_FEATURES.quiz_generation, input: GenerateQuiz, result: GeneratedQuiz },
  document_extraction: { ...NAMED_AI_FEATURES.document_extraction, input: ExtractDocument, result: DocumentExtract },
  feedback_analysis: { ...NAMED_AI_FEATURES.feedback_analysis, input: AnalyseFeedback, result: FeedbackAnalysis },
  oral_grading: { ...NAMED_AI_FEATURES.oral_grading, input: GradeOralAnswer, result: OralGrade },
  speech_to_text: { ...NAMED_AI_FEATURES.speech_to_text, input: TranscribeSpeech, result: Transcript },
  drive_scan: { ...NAMED_AI_FEATURES.drive_scan, input: ScanDocument, result: ScannedDocument },
} as const satisfies Record<AiFeature, { label: string; capability: Capability; input: z.ZodType; result: z.ZodType }>;

type Features = typeof AI_FEATURES;

export type AiInput<F extends AiFeature> = z.infer<Features[F]['input']>;

/** A feature with what it is to work on. */
export type AiTask = { [F in AiFeature]: { feature: F; input: AiInput<F> } }[AiFeature];

/** One that people start. */
export type OfferedAiTask = Extract<AiTask, { feature: OfferedAiFeature }>;
