import { AttestedEvidence } from '@training/shared/evidence/attested-evidence';
import { Evidence } from '@training/shared/evidence/evidence';
import { PathEvidence } from '@training/shared/evidence/path-evidence';
import { z } from 'zod';

/** Source of a sheet: what proves a completion of a module or a path here, or what someone attests. */
export type CertificateEvidence = Evidence | AttestedEvidence | PathEvidence;

/** What the thread that draws certificates is asked, and what it answers. */
export const CertificateDrawRequest = z.strictObject({
  n: z.number(),
  evidence: z.union([Evidence, AttestedEvidence, PathEvidence]),
  language: z.string(),
});
export const CertificateDrawResponse = z.union([
  z.strictObject({ n: z.number(), pdf: z.instanceof(Uint8Array) }),
  z.strictObject({ n: z.number(), failed: z.string() }),
]);
