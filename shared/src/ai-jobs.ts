import { z } from 'zod';
import { AI_FEATURES, OfferedAiFeature } from './ai-features.ts';
import { AI_LIMITS, Language, SourceText } from './ai-sources.ts';
import { GeneratedCard, GeneratedQuestion } from './generated-items.ts';
import { Count, Id, Timestamp, label } from './primitives.ts';

/** What an uploaded file turned out to be, by its content and not by its name. */
export const FileKind = z.enum(['pdf', 'docx', 'html', 'text', 'audio']);
export type FileKind = z.infer<typeof FileKind>;

/** A file that jobs can be started with, until the first of them has ended, or for a day. */
export const UploadedFile = z.strictObject({ id: Id, kind: FileKind, bytes: Count });
export type UploadedFile = z.infer<typeof UploadedFile>;

/**
 * `queued → running → succeeded | failed | cancelled`; `parked` while the workspace's own provider key is refused, from
 * where it goes on by itself once the key works again (rules/ai 4).
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

/** What is made so far of a list. */
const soFar = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .describe(
      'Until it has ended: what is made so far, without what is left out. Nothing of it was looked at again, and flags that compare items come at the end.',
    );

/** Another card or question, which is made in the place of one. */
export const AnotherItem = z.strictObject({
  item: Count.describe('In whose place, from 0.'),
  state: z
    .enum(['making', 'parked', 'failed', 'nothing', 'cancelled'])
    .describe(
      'Being made · waits for the workspace’s own key, as `detail` says · failed, as `detail` says · nothing else could be made · cancelled. The item is as it was.',
    ),
  detail: z.string().nullable(),
  retry_at: Timestamp.nullable().describe('When the provider, which was busy or away, is asked again.'),
});
export type AnotherItem = z.infer<typeof AnotherItem>;

/** What a job has that makes a list. */
const listed = <T extends z.ZodType>(item: T) => ({
  so_far: soFar(item),
  others: z.array(AnotherItem).describe('What is made in the place of an item, or was not to be made.'),
  source_kept: z.boolean().describe('Whether what it was made of can be read again, for another item.'),
});

const job = <F extends OfferedAiFeature, R extends z.ZodType>(feature: F, { result }: { result: R }) =>
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
  job('card_generation', AI_FEATURES.card_generation).extend(listed(GeneratedCard)),
  job('quiz_generation', AI_FEATURES.quiz_generation).extend(listed(GeneratedQuestion)),
  job('document_extraction', AI_FEATURES.document_extraction),
  job('feedback_analysis', AI_FEATURES.feedback_analysis),
  job('oral_grading', AI_FEATURES.oral_grading),
  job('speech_to_text', AI_FEATURES.speech_to_text),
]);
export type AiJob = z.infer<typeof AiJob>;

export const AiJobSummary = z.strictObject({ feature: OfferedAiFeature, ...base });
export type AiJobSummary = z.infer<typeof AiJobSummary>;

export const ListAiJobs = z.strictObject({
  limit: z.int().min(1).max(100).default(20),
  offset: z.int().min(0).default(0),
});
export type ListAiJobs = z.infer<typeof ListAiJobs>;

export const AiJobPage = z.strictObject({ jobs: z.array(AiJobSummary), total: Count });
export type AiJobPage = z.infer<typeof AiJobPage>;

export const NameAiJob = z.strictObject({ id: Id });
export type NameAiJob = z.infer<typeof NameAiJob>;

/**
 * Has another card or question made in the place of one, from the part of the source that has its passage and of the
 * same level; until that is done it stays as it was. Only of a job whose result no module has.
 */
export const MakeAnother = z.strictObject({
  id: Id,
  item: z
    .int()
    .min(0)
    .max(AI_LIMITS.cards - 1)
    .describe('Which, from 0.'),
  source: SourceText.optional().describe('What the job was made of; required where it is not kept (`source_kept`).'),
  language: Language.optional().describe('As the job was asked for; that of the other items when absent.'),
});
export type MakeAnother = z.infer<typeof MakeAnother>;

/** Ends what makes another item in the place of one: 409 `ai_job_finished` where nothing does. */
export const CancelAnother = MakeAnother.pick({ id: true, item: true });
export type CancelAnother = z.infer<typeof CancelAnother>;

/** What a job is called in lists and above its result. */
export const RenameAiJob = z.strictObject({ id: Id, title: label(300) });
export type RenameAiJob = z.infer<typeof RenameAiJob>;

/** Which capabilities have a key at all, own or pooled: a feature without one says so and everything else works. */
export const AiAvailability = z.strictObject({ generation: z.boolean(), transcription: z.boolean() });
export type AiAvailability = z.infer<typeof AiAvailability>;
