import { z } from 'zod';

export type DocumentKind = 'pdf' | 'docx' | 'html' | 'text';

/**
 * Text of a document as Markdown that PostgreSQL can store (well-formed, no NUL). `pages` is null for formats without
 * pages.
 */
export const ReadDocument = z.strictObject({
  text: z.string(),
  title: z.string().nullable(),
  pages: z.int().nullable(),
});
export type ReadDocument = z.infer<typeof ReadDocument>;

export const DOCUMENT_LIMITS = {
  /** Maximum bytes of the file. */
  bytes: 50 * 1024 * 1024,
  /** Measured from the start of the process; time in the queue doesn't count. */
  milliseconds: 30_000,
  /** Heap and buffers of the process, without the document's own bytes. It is also the limit of the heap alone. */
  memoryBytes: 256 * 1024 * 1024,
  /** Maximum length of the extracted text. */
  codePoints: 1_000_000,
  pages: 1_000,
  /** Limits for the parts of a DOCX: inflated bytes in total, inflated bytes of the XML, and number of parts. */
  inflatedBytes: 100 * 1024 * 1024,
  xmlBytes: 32 * 1024 * 1024,
  entries: 2_000,
  /** Parsed HTML takes fifty times its size in memory. */
  htmlBytes: 4 * 1024 * 1024,
};
export type DocumentLimits = typeof DOCUMENT_LIMITS;
