import { z } from 'zod';
import { ReadDocument, type DOCUMENT_LIMITS } from './document.ts';
import { UnreadableReason } from './unreadable-document.ts';

/** Task of a reading process, passed as JSON in its first argument. The document itself is sent through stdin. */
export const ReaderTask = z.strictObject({
  kind: z.enum(['pdf', 'docx', 'html', 'text']),
  /** Bytes of the document. */
  size: z.int(),
  limits: z.custom<typeof DOCUMENT_LIMITS>(),
  /** Resident memory, in bytes, at which the process kills itself. */
  residentBytes: z.number(),
});
export type ReaderTask = z.infer<typeof ReaderTask>;

/** The only message a reading process sends. `failed` isn't the document's fault. */
export const ReaderAnswer = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('read'), document: ReadDocument }),
  z.strictObject({ outcome: z.literal('unreadable'), reason: UnreadableReason, message: z.string() }),
  z.strictObject({ outcome: z.literal('failed'), message: z.string() }),
]);
export type ReaderAnswer = z.infer<typeof ReaderAnswer>;

/** File descriptor that is closed when the server exits in any way. Nothing is written to it. */
export const LIFELINE = 4;
