import { z } from 'zod';
import { Id, LocalDay, Timestamp } from '../primitives.ts';

/**
 * What is known of a completion from elsewhere, word for word as it was entered. It says that someone attested it, and
 * proves no content, attempt or answer (rules/attested 6).
 */
export const AttestedEvidence = z.strictObject({
  version: z.literal(1),
  attested: z.literal(true),
  generated_at: Timestamp,
  time_zone: z.string(),
  workspace: z.strictObject({ id: Id, slug: z.string(), name: z.string() }),
  person: z.strictObject({
    id: Id,
    full_name: z.string(),
    email: z.string().nullable(),
    department: z.string().nullable(),
  }),
  module: z.strictObject({ id: Id, title: z.string(), course: z.string() }),
  completion: z.strictObject({
    attested_id: Id,
    completed_on: LocalDay,
    completed_at: Timestamp.describe('The beginning of that day in the workspace’s time zone.'),
    expires_at: Timestamp.nullable(),
    expires_on: LocalDay.nullable().describe('The last day.'),
    source: z.string(),
    reference: z.string().nullable(),
    score: z.number().nullable().describe('As it was entered.'),
    entered_at: Timestamp,
    entered_by: z.string(),
  }),
  document: z.strictObject({ media_type: z.string(), bytes: z.int(), sha256: z.string() }).nullable(),
  withdrawn: z.strictObject({ at: Timestamp, by: z.string(), reason: z.string() }).nullable(),
});
export type AttestedEvidence = z.infer<typeof AttestedEvidence>;
