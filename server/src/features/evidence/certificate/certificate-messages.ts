import { AttestedEvidence } from '@training/shared/evidence/attested-evidence';
import { CompletionEvidenceDocument } from '@training/shared/evidence/evidence';
import { PathEvidence } from '@training/shared/evidence/path-evidence';
import { z } from 'zod';

/** Source of a sheet: what proves a completion of a module or a path here, or what someone attests. */
export type CertificateEvidence = CompletionEvidenceDocument | AttestedEvidence | PathEvidence;

/** Request to the thread that draws certificates. */
export const CertificateDrawRequest = z.strictObject({
  n: z.number(),
  evidence: z.union([CompletionEvidenceDocument, AttestedEvidence, PathEvidence]),
  language: z.string(),
});

/** Response of the thread that draws certificates. */
export const CertificateDrawResponse = z.union([
  z.strictObject({ n: z.number(), pdf: z.instanceof(Uint8Array) }),
  z.strictObject({ n: z.number(), failed: z.string() }),
]);
