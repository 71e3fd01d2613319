import { z } from 'zod';
import { AI_LIMITS } from './ai-sources.ts';
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
    bytes: z
      .int()
      .min(1)
      .max(AI_LIMITS.sourceText * 4)
      .describe('In UTF-8: by them it is guessed how many tokens the characters are.'),
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
  label: z.string().describe('What people call the model.'),
  checked_by: z
    .string()
    .nullable()
    .describe('What people call the model of the second look; null where it is the same.'),
  own: z.boolean().describe('Whether the workspace’s own key pays.'),
  calls: Count.describe('How often the model is asked, about.'),
  low_usd: z.number().min(0).nullable().describe('From list prices; null where the price of a model is not known.'),
  high_usd: z.number().min(0).nullable(),
  priced_at: z.iso.date().nullable().describe('When the price was looked up; null where nobody says.'),
});
export type CostEstimate = z.infer<typeof CostEstimate>;

/** Estimates the cost of reading an uploaded document (`ai.upload`) before the job is started. */
export const EstimateReading = z.strictObject({ file_id: Id });
export type EstimateReading = z.infer<typeof EstimateReading>;

export const ReadingEstimate = z.strictObject({
  pages: Count.describe('Pages without text, which a model has to read from their pictures.'),
  reads_pictures: z.boolean().describe('Whether the workspace’s model reads pictures.'),
  cost: CostEstimate.nullable().describe('Null if there is no key, or nothing in it can be read.'),
});
export type ReadingEstimate = z.infer<typeof ReadingEstimate>;
