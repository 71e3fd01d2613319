import { Evidence } from '@training/shared/evidence/evidence';
import { z } from 'zod';

/** What the thread that draws certificates is asked, and what it answers. */
export const DrawRequest = z.strictObject({ n: z.number(), evidence: Evidence, language: z.string() });
export const DrawAnswer = z.union([
  z.strictObject({ n: z.number(), pdf: z.instanceof(Uint8Array) }),
  z.strictObject({ n: z.number(), failed: z.string() }),
]);
