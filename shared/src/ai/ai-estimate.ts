import { z } from 'zod';
import { AI_LIMITS } from './ai-limits.ts';
import { SectionKind } from '../courses/courses.ts';
import { Count, Id } from '../primitives.ts';
import { Provider } from '../provider-keys/provider-keys.ts';

/**
 * The source of the cards or questions: a text given by its length, a document that the caller had read, an uploaded
 * file (`ai.upload`), or a module's suggestion.
 */
const EstimatedSource = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('text'),
    characters: z.int().min(1).max(AI_LIMITS.sourceText),
    /** UTF-8: tells about how many tokens the characters are. */
    bytes: z
      .int()
      .min(1)
      .max(AI_LIMITS.sourceText * 4),
  }),
  z.strictObject({ from: z.literal('document'), job_id: Id }),
  z.strictObject({ from: z.literal('file'), file_id: Id }),
  z.strictObject({ from: z.literal('suggestion'), module_id: Id }),
]);

/** Estimates the cost of generating cards or questions before the job is started. */
export const EstimateCost = z.strictObject({
  section: SectionKind,
  count: z.int().min(1).max(AI_LIMITS.cards),
  source: EstimatedSource,
});
export type EstimateCost = z.infer<typeof EstimateCost>;

export const CostEstimate = z.strictObject({
  provider: Provider,
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
export type CostEstimate = z.infer<typeof CostEstimate>;

/** Estimates the cost of reading an uploaded document (`ai.upload`) before the job is started. */
export const EstimateReading = z.strictObject({ file_id: Id });
export type EstimateReading = z.infer<typeof EstimateReading>;

export const ReadingEstimate = z.strictObject({
  /** Pages without text, or pictures in a Word document, which a model has to read. */
  pages: Count,
  /** True if the workspace's model reads pictures. */
  reads_pictures: z.boolean(),
  /** Null if there is no key, or nothing in it can be read. */
  cost: CostEstimate.nullable(),
});
export type ReadingEstimate = z.infer<typeof ReadingEstimate>;
