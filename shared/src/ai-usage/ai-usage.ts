import { z } from 'zod';
import { AiFeature } from '../ai/ai-features.ts';
import { Count, Id, Timestamp } from '../primitives.ts';
import { AiCapability, AiProvider } from '../provider-keys/provider-keys.ts';

/** The number of days shown on the page. */
export const AI_USAGE_REPORT_DAYS = 30;

/** The reason for a call: a feature, or the validation of a key. */
export const ModelCallPurpose = z.enum([...AiFeature.options, 'key_validation']);
export type ModelCallPurpose = z.infer<typeof ModelCallPurpose>;

const amounts = {
  calls: Count,
  failed: Count,
  input_tokens: Count,
  output_tokens: Count,
  seconds: z.number().min(0).describe('Of audio.'),
  cost_usd: z.number().min(0).describe('Estimated from the list prices of the models, six decimals.'),
  cached_tokens: Count.describe('Of the input: read from the provider’s cache.'),
  cache_saved_usd: z.number().describe('What that saved, less what writing to the cache cost more; can be negative.'),
  flex_saved_usd: z.number().min(0).describe('What calls in the provider’s slower, cheaper tier saved.'),
};

/** The share of the monthly budget at which administrators are warned. */
export const BUDGET_WARNING_SHARE = 0.8;

/** The number of months shown on the page, including the current one. */
export const AI_BUDGET_HISTORY_MONTHS = 12;

const Month = z.string().regex(/^\d{4}-\d\d$/);
const dollars = z.number().min(0);

/** The workspace's spending on pooled keys in a UTC month, and its limit (rules/bounds 11). */
export const PooledAiBudgetMonth = z.strictObject({
  month: Month,
  spent_usd: dollars.describe('Settled, six decimals; calls whose usage nobody knows count with what was reserved.'),
  reserved_usd: dollars.describe('For the calls under way: the most that they may cost.'),
  limit_usd: dollars.nullable().describe('Null is no limit.'),
  level: z.enum(['open', 'warned', 'exhausted']).describe('From 80 % and from 100 %, spent and reserved together.'),
  renews_at: Timestamp.describe('When the next month begins.'),
  before: z.array(z.strictObject({ month: Month, spent_usd: dollars })).describe('Newest first; at most eleven.'),
});
export type PooledAiBudgetMonth = z.infer<typeof PooledAiBudgetMonth>;

/** The outcome of a generated card or question when its module was first published. */
export const GeneratedItemOutcome = z.enum(['kept', 'edited', 'deleted']);
export type GeneratedItemOutcome = z.infer<typeof GeneratedItemOutcome>;

/** The number of modules shown on the page, the most expensive first. */
export const MAX_MODULE_COSTS_SHOWN = 50;

/** The cost of all calls for one module. */
export const ModuleAiCost = z.strictObject({
  module_id: Id,
  title: z.string(),
  course_id: Id,
  course: z.string(),
  calls: Count,
  unpriced_calls: Count,
  own_usd: z.number().min(0),
  pooled_usd: z.number().min(0),
});
export type ModuleAiCost = z.infer<typeof ModuleAiCost>;

/** Outcomes of the cards or questions generated and checked by the same models with the same prompt (rules/ai 19). */
export const GeneratedItemOutcomeCounts = z.strictObject({
  feature: AiFeature,
  provider: AiProvider,
  model: z.string(),
  prompt: z.string().describe('The version of the instructions: a hash of them.'),
  checked_by: z
    .strictObject({ provider: AiProvider, model: z.string() })
    .nullable()
    .describe('The model of the second look that let them pass; null where none is recorded.'),
  since: Timestamp.describe('When the first of these items was made.'),
  kept: Count.describe('Published as they were made.'),
  edited: Count,
  deleted: Count,
  missed: Count.describe('Of those edited or deleted, those that no check had flagged.'),
});
export type GeneratedItemOutcomeCounts = z.infer<typeof GeneratedItemOutcomeCounts>;

/** The last 30 UTC days, including today. Days without calls are included, so that a chart has every day. */
export const AiUsageReport = z.strictObject({
  from: Timestamp,
  to: Timestamp,
  days: z.array(z.strictObject({ date: z.iso.date(), own: z.strictObject(amounts), pooled: z.strictObject(amounts) })),
  totals: z.strictObject({ own: z.strictObject(amounts), pooled: z.strictObject(amounts) }),
  by_feature: z.array(
    z.strictObject({
      capability: AiCapability,
      purpose: ModelCallPurpose,
      provider: AiProvider,
      model: z.string(),
      own: z.boolean(),
      ...amounts,
    }),
  ),
  by_module: z
    .array(ModuleAiCost)
    .describe('Of the same days, the dearest first. What was made for no module, and added to none, is not in it.'),
  priced_at: z.iso.date().nullable().describe('When the oldest of our prices was looked up; null where there is none.'),
  outcomes: z.array(GeneratedItemOutcomeCounts).describe('Of what was published; the newest instructions first.'),
  unpriced_calls: Count.describe('Calls of models or deployments whose price is not known; they count as 0.'),
  budget: PooledAiBudgetMonth,
});
export type AiUsageReport = z.infer<typeof AiUsageReport>;
