import { z } from 'zod';

export type DocumentKind = 'pdf' | 'docx' | 'html' | 'text';

/** What was read: Markdown that PostgreSQL can store (well-formed, no NUL). `pages` is null where a format has none. */
export const ReadDocument = z.strictObject({
  text: z.string(),
  title: z.string().nullable(),
  pages: z.int().nullable(),
});
export type ReadDocument = z.infer<typeof ReadDocument>;

export const DOCUMENT_LIMITS = {
  /** Bytes of the document as it comes. */
  bytes: 50 * 1024 * 1024,
  /** From the start of its process; waiting for a turn doesn't count. */
  milliseconds: 30_000,
  /** Heap and buffers of its process, beside the document's own bytes; the heap alone may take no more either. */
  memoryBytes: 256 * 1024 * 1024,
  /** Length of the text that comes out. */
  codePoints: 1_000_000,
  pages: 1_000,
  /** The parts of a DOCX: their real size together, that of the XML among them, and how many there are. */
  inflatedBytes: 100 * 1024 * 1024,
  xmlBytes: 32 * 1024 * 1024,
  entries: 2_000,
  /** HTML costs fifty times its size as a tree. */
  htmlBytes: 4 * 1024 * 1024,
};
export type DocumentLimits = typeof DOCUMENT_LIMITS;
