import { z } from 'zod';
import { SectionKind } from '../courses/courses.ts';
import { Count, Id, labelSchema, Timestamp } from '../primitives.ts';
import { AiProvider } from '../provider-keys/provider-keys.ts';
import { AI_FEATURE_INPUTS_AND_RESULTS, UserStartedAiFeature } from './ai-features.ts';
import { AI_INPUT_LIMITS } from './ai-limits.ts';
import { AiLanguageTag, SourceText } from './ai-sources.ts';
import { GeneratedCard, GeneratedQuestion } from './generated-items.ts';

/**
 * The source of the cards or questions: a text given by its length, a document that the caller had read, an uploaded
 * file (`ai.upload`), or a module's suggestion.
 */
const EstimatedSource = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('text'),
    characters: z.int().min(1).max(AI_INPUT_LIMITS.sourceText),
    /** UTF-8: tells about how many tokens the characters are. */
    bytes: z
      .int()
      .min(1)
      .max(AI_INPUT_LIMITS.sourceText * 4),
  }),
  z.strictObject({ from: z.literal('document'), job_id: Id }),
  z.strictObject({ from: z.literal('file'), file_id: Id }),
  z.strictObject({ from: z.literal('suggestion'), module_id: Id }),
]);

/** Estimates the cost of generating cards or questions before the job is started. */
export const EstimateGenerationCost = z.strictObject({
  section: SectionKind,
  count: z.int().min(1).max(AI_INPUT_LIMITS.cards),
  source: EstimatedSource,
});
export type EstimateGenerationCost = z.infer<typeof EstimateGenerationCost>;

export const GenerationCostEstimate = z.strictObject({
  provider: AiProvider,
  model: z.string(),
  label: z.string(),
  /** Label of the second look's model; null if it is the same. */
  checked_by: z.string().nullable(),
  /** True if the workspace's own key pays. */
  own: z.boolean(),
  /** About how often models are asked. */
  calls: Count,
  /** From list prices; null if the price of a model isn't known. */
  low_usd: z.number().min(0).nullable(),
  high_usd: z.number().min(0).nullable(),
  /** Oldest day on which a price was looked up; null if unknown. */
  priced_at: z.iso.date().nullable(),
});
export type GenerationCostEstimate = z.infer<typeof GenerationCostEstimate>;

/** Estimates the cost of reading an uploaded document (`ai.upload`) before the job is started. */
export const EstimateDocumentReadingCost = z.strictObject({ file_id: Id });
export type EstimateDocumentReadingCost = z.infer<typeof EstimateDocumentReadingCost>;

export const DocumentReadingEstimate = z.strictObject({
  /** Pages without text, or pictures in a Word document, which a model has to read. */
  pages: Count,
  /** True if the workspace's model reads pictures. */
  reads_pictures: z.boolean(),
  /** Null if there is no key, or nothing in it can be read. */
  cost: GenerationCostEstimate.nullable(),
});
export type DocumentReadingEstimate = z.infer<typeof DocumentReadingEstimate>;

/** The kind of an uploaded file, detected from its content rather than its name. */
export const UploadedFileKind = z.enum(['pdf', 'docx', 'pptx', 'odp', 'xlsx', 'html', 'text', 'audio', 'image']);
export type UploadedFileKind = z.infer<typeof UploadedFileKind>;

/** An uploaded file. Jobs can be started with it until the first of them ends, for at most a day. */
export const UploadedFile = z.strictObject({ id: Id, kind: UploadedFileKind, bytes: Count });
export type UploadedFile = z.infer<typeof UploadedFile>;

/**
 * `queued → running → succeeded | failed | cancelled`; `parked` while the provider refuses the workspace's own key. A
 * parked job resumes automatically once the key works again (rules/ai 4).
 */
export const AiJobState = z.enum(['queued', 'running', 'parked', 'succeeded', 'failed', 'cancelled']);
export type AiJobState = z.infer<typeof AiJobState>;

const base = {
  id: Id,
  state: AiJobState,
  title: z.string(),
  progress: z
    .strictObject({ done: Count, total: Count, step: z.string().describe('What is being done, in words.') })
    .describe('Steps, not percent; `total` is 0 until it is known.'),
  error: z
    .strictObject({ code: z.string().describe('One of the error codes.'), detail: z.string() })
    .nullable()
    .describe('Why it failed; of a parked one, how the workspace’s own key failed: `provider_key_failed`.'),
  modules: z
    .array(z.strictObject({ id: Id, course_id: Id, title: z.string() }))
    .describe(
      'The module that it was made for, and those that its result was added to; of those that the caller sees.',
    ),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  retry_at: Timestamp.nullable().describe(
    'When the provider, which was busy or away, is asked again; set only while the job is queued for that.',
  ),
};

/** The items generated so far. */
const soFar = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .describe(
      'Until it has ended: what is made so far, without what is left out. Nothing of it was looked at again, and flags that compare items come at the end.',
    );

/** A card or question generated to replace an existing one. */
export const GeneratedReplacementItem = z.strictObject({
  item: Count.describe('In whose place, from 0.'),
  state: z
    .enum(['making', 'parked', 'failed', 'nothing', 'cancelled'])
    .describe(
      'Being made · waits for the workspace’s own key, as `detail` says · failed, as `detail` says · nothing else could be made · cancelled. The item is as it was.',
    ),
  detail: z.string().nullable(),
  retry_at: Timestamp.nullable().describe('When the provider, which was busy or away, is asked again.'),
});
export type GeneratedReplacementItem = z.infer<typeof GeneratedReplacementItem>;

/** Fields of a job that generates a list. */
const listed = <T extends z.ZodType>(item: T) => ({
  so_far: soFar(item),
  others: z.array(GeneratedReplacementItem).describe('What is made in the place of an item, or was not to be made.'),
  source_kept: z.boolean().describe('Whether what it was made of can be read again, for another item.'),
});

const job = <F extends UserStartedAiFeature, R extends z.ZodType>(feature: F, { result }: { result: R }) =>
  z.strictObject({
    feature: z.literal(feature),
    ...base,
    result: result.nullable(),
    recording: z
      .strictObject({ url: z.string(), media_type: z.string(), bytes: Count })
      .nullable()
      .describe('What was transcribed, to be listened to; null for all else, and once it is not kept any more.'),
  });

export const AiJob = z.discriminatedUnion('feature', [
  job('card_generation', AI_FEATURE_INPUTS_AND_RESULTS.card_generation).extend(listed(GeneratedCard)),
  job('quiz_generation', AI_FEATURE_INPUTS_AND_RESULTS.quiz_generation).extend(listed(GeneratedQuestion)),
  job('document_extraction', AI_FEATURE_INPUTS_AND_RESULTS.document_extraction),
  job('feedback_analysis', AI_FEATURE_INPUTS_AND_RESULTS.feedback_analysis),
  job('oral_grading', AI_FEATURE_INPUTS_AND_RESULTS.oral_grading),
  job('speech_to_text', AI_FEATURE_INPUTS_AND_RESULTS.speech_to_text),
]);
export type AiJob = z.infer<typeof AiJob>;

export const AiJobSummary = z.strictObject({ feature: UserStartedAiFeature, ...base });
export type AiJobSummary = z.infer<typeof AiJobSummary>;

export const ListAiJobs = z.strictObject({
  limit: z.int().min(1).max(100).default(20),
  offset: z.int().min(0).default(0),
});
export type ListAiJobs = z.infer<typeof ListAiJobs>;

export const AiJobPage = z.strictObject({ jobs: z.array(AiJobSummary), total: Count });
export type AiJobPage = z.infer<typeof AiJobPage>;

export const AiJobRef = z.strictObject({ id: Id });
export type AiJobRef = z.infer<typeof AiJobRef>;

/**
 * Generates a replacement for one card or question, from the part of the source that contains its quote and at the same
 * level. The old item stays until the replacement is ready. Refused once the result was added to a module.
 */
export const GenerateReplacementItem = z.strictObject({
  id: Id,
  item: z
    .int()
    .min(0)
    .max(AI_INPUT_LIMITS.cards - 1)
    .describe('Which, from 0.'),
  source: SourceText.optional().describe('What the job was made of; required where it is not kept (`source_kept`).'),
  language: AiLanguageTag.optional().describe('As the job was asked for; that of the other items when absent.'),
});
export type GenerateReplacementItem = z.infer<typeof GenerateReplacementItem>;

/** Cancels the replacement of an item; 409 `ai_job_finished` if none is being generated. */
export const CancelReplacementItem = GenerateReplacementItem.pick({ id: true, item: true });
export type CancelReplacementItem = z.infer<typeof CancelReplacementItem>;

/** Sets the job's title, shown in lists and above its result. */
export const RenameAiJob = z.strictObject({ id: Id, title: labelSchema(300) });
export type RenameAiJob = z.infer<typeof RenameAiJob>;

/**
 * Shows which capabilities have a key, own or pooled. A feature without one explains that, and everything else works.
 */
export const AiCapabilityAvailability = z.strictObject({ generation: z.boolean(), transcription: z.boolean() });
export type AiCapabilityAvailability = z.infer<typeof AiCapabilityAvailability>;
