import { EvidencePackScope } from '@training/shared/evidence/evidence';
import { z } from 'zod';
import { PublicKey } from '../../../platform/encryption/signing-key.ts';

export const PACK_FORMAT = 'evidence-pack-2';

/** What the other files of a pack held, and where the audit log ended. */
export const Manifest = z.strictObject({
  format: z.literal(PACK_FORMAT),
  generated_at: z.string(),
  workspace: z.strictObject({ id: z.string(), slug: z.string(), name: z.string() }),
  time_zone: z.string().describe('Whose days the scope names.'),
  scope: EvidencePackScope,
  completions: z.int(),
  audit: z.strictObject({ entries: z.int(), head: z.string().nullable() }),
  files: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** The last file of a pack: who vouches for the bytes of `manifest.json`. */
export const Signature = z.strictObject({
  key: PublicKey.strict(),
  signature: z.base64url(),
});
export type Signature = z.infer<typeof Signature>;

/** One spelling of each: what is said twice in JSON, one program reads the first time and another the last. */
export const spelt = (value: Manifest | Signature): string => JSON.stringify(value, null, 2);
