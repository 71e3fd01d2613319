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
});
export type AiUsage = z.infer<typeof AiUsage>;
