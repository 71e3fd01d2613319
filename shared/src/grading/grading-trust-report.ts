import { z } from 'zod';
import { GradingTrust } from './grading-trust.ts';
import { Count, Timestamp } from '../primitives.ts';
import { Provider } from '../provider-keys/provider-keys.ts';

/**
 * The grades of one model with the same prompt that could have counted without a trainer, and people's verdicts on
 * them.
 */
export const ModelTrust = z.strictObject({
  provider: Provider,
  model: z.string(),
  prompt: z.string().describe('The version of the instructions: a hash of them.'),
  newest: Timestamp.describe('When it graded last.'),
  counted: Count.describe('Of its newest grades, those that counted at once.'),
  changed: Count.describe('Of these, those that people have changed since.'),
  proposed: Count.describe('Those that a trainer graded instead, by whatever confidence they could have counted.'),
  differed: Count.describe('Of these, those that the trainer graded otherwise.'),
  waiting: Count.describe('Those of which people have to decide yet.'),
  threshold: z
    .number()
    .nullable()
    .describe('What follows from that: the confidence from which on they count; null where none is enough.'),
  missing: Count.describe(
    'How many more have to be known before anything follows; until then it is the usual threshold.',
  ),
});
export type ModelTrust = z.infer<typeof ModelTrust>;

/** The most recently used model comes first. */
export const GradingTrustReport = z.strictObject({ trust: GradingTrust, models: z.array(ModelTrust) });
export type GradingTrustReport = z.infer<typeof GradingTrustReport>;
