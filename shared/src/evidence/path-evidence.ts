import { z } from 'zod';
import { Id, Timestamp } from '../primitives.ts';
import { CompletionEvidenceDocument } from './evidence.ts';

/** Evidence of a completed path: each of its modules, with what proves it (rules/paths 9). */
export const PathEvidence = z.strictObject({
  version: z.literal(1),
  path: z.strictObject({ id: Id, title: z.string(), version: z.int() }),
  generated_at: Timestamp,
  time_zone: z.string(),
  workspace: CompletionEvidenceDocument.shape.workspace,
  person: CompletionEvidenceDocument.shape.person,
  completion: z.strictObject({
    path_completion_id: Id,
    completed_at: Timestamp,
    expires_at: Timestamp.nullable().describe('When the first of its modules’ certificates expires.'),
  }),
  modules: z.array(
    z.strictObject({
      id: Id,
      title: z.string(),
      state: z.enum(['completed', 'attested', 'excused']).describe('`excused` proves nothing.'),
      enrollment_id: Id,
      completed_at: Timestamp.nullable(),
      expires_at: Timestamp.nullable(),
      evidence_sha256: z.string().nullable().describe('Of the evidence of that completion, as the audit log has it.'),
    }),
  ),
});
export type PathEvidence = z.infer<typeof PathEvidence>;
