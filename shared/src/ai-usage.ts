import { z } from 'zod';
import { AiFeature } from './ai-features.ts';
import { Count, Timestamp } from './primitives.ts';
import { Capability, Provider } from './provider-keys.ts';

/** How many days the page shows. */
export const USAGE_DAYS = 30;

/** What a call was made for: a feature, or the validation of a key. */
export const CallPurpose = z.enum([...AiFeature.options, 'key_validation']);
export type CallPurpose = z.infer<typeof CallPurpose>;

const amounts = {
  calls: Count,
  failed: Count,
  input_tokens: Count,
  output_tokens: Count,
  seconds: z.number().min(0).describe('Of audio.'),
  cost_usd: z.number().min(0).describe('Estimated from the list prices of the models, six decimals.'),
};

/** The share of the month's amount from which on administrators are warned. */
export const BUDGET_WARNED_AT = 0.8;

/** How many months the page shows, this one included. */
export const BUDGET_MONTHS = 12;

const Month = z.string().regex(/^\d{4}-\d\d$/);
const dollars = z.number().min(0);

/** What the workspace spends on pooled keys in a month of UTC, and what it may (rules/bounds 11). */
export const AiBudget = z.strictObject({
  month: Month,
  spent_usd: dollars.describe('Settled, six decimals; calls whose usage nobody knows count with what was reserved.'),
  reserved_usd: dollars.describe('For the calls under way: the most that they may cost.'),
  limit_usd: dollars.nullable().describe('Null is no limit.'),
  level: z.enum(['open', 'warned', 'exhausted']).describe('From 80 % and from 100 %, spent and reserved together.'),
  renews_at: Timestamp.describe('When the next month begins.'),
  before: z.array(z.strictObject({ month: Month, spent_usd: dollars })).describe('Newest first; at most eleven.'),
});
export type AiBudget = z.infer<typeof AiBudget>;

/** The last 30 days, today included, by UTC day; days without calls are there too, so that a chart has all of them. */
export const AiUsage = z.strictObject({
  from: Timestamp,
  to: Timestamp,
  days: z.array(z.strictObject({ date: z.iso.date(), own: z.strictObject(amounts), pooled: z.strictObject(amounts) })),
  totals: z.strictObject({ own: z.strictObject(amounts), pooled: z.strictObject(amounts) }),
  by_feature: z.array(
    z.strictObject({
      capability: Capability,
      purpose: CallPurpose,
      provider: Provider,
      model: z.string(),
      own: z.boolean(),
      ...amounts,
    }),
  ),
  unpriced_calls: Count.describe('Calls of models or deployments whose price is not known; they count as 0.'),
  budget: AiBudget,
});
export type AiUsage = z.infer<typeof AiUsage>;
