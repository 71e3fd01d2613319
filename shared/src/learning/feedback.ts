import { z } from 'zod';
import { AiLanguageTag } from '../ai/ai-sources.ts';
import { Count, Id, Timestamp } from '../primitives.ts';

export const ListModuleFeedback = z.strictObject({
  module_id: Id,
  limit: z.int().min(1).max(100).default(50),
  offset: z.int().min(0).max(100_000).default(0),
});
export type ListModuleFeedback = z.infer<typeof ListModuleFeedback>;

/** Feedback of learners about a module, newest first and anonymous. */
export const ModuleFeedbackPage = z.strictObject({
  items: z.array(
    z.strictObject({
      rating: z.int().min(1).max(5).nullable(),
      comment: z.string().nullable(),
      revision: z.int().describe('What was studied.'),
      at: Timestamp,
    }),
  ),
  total: Count,
  comments: Count.describe('How many have words: what there is to analyse.'),
  average: z.number().min(1).max(5).nullable().describe('Of the ratings, two decimals; null where there is none.'),
  ratings: z.array(Count).length(5).describe('How many gave 1, 2, 3, 4 and 5.'),
});
export type ModuleFeedbackPage = z.infer<typeof ModuleFeedbackPage>;

/** Finds the themes of the newest 500 comments. Returns an AI job. */
export const AnalyseModuleFeedback = z.strictObject({ module_id: Id, language: AiLanguageTag.optional() });
export type AnalyseModuleFeedback = z.infer<typeof AnalyseModuleFeedback>;
