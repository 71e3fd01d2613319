import { EvidencePackScope } from '@training/shared/evidence';
import { z } from 'zod';

export const PACK_FORMAT = 'evidence-pack-1';

/** The last file of a pack: what the others held, and where the audit log ended. */
export const Manifest = z.strictObject({
  format: z.literal(PACK_FORMAT),
  generated_at: z.string(),
  workspace: z.strictObject({ id: z.string(), slug: z.string(), name: z.string() }),
  scope: EvidencePackScope,
  completions: z.int(),
  audit: z.strictObject({ entries: z.int(), head: z.string().nullable() }),
  files: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;
