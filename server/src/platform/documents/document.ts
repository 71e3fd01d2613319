import { z } from 'zod';

/** A kind of document with text of its own; a picture has none. */
export type DocumentKind = 'pdf' | 'docx' | 'pptx' | 'odp' | 'xlsx' | 'html' | 'text';

/** A page without text, or a picture inside a document with text. */
const PartWithoutText = z.strictObject({
  /** Number of the page, or of the picture, from 1. */
  page: z.int(),
  /** Place of its text in `texts`, from 0. */
  at: z.int(),
  /** Only of a picture in a document. */
  picture: z
    .strictObject({
      /** Name of its part of the archive; empty if it isn't in there. */
      name: z.string(),
      /** Pixels; null if it is linked, missing, damaged, too large, or in a form that models don't read. */
      size: z.strictObject({ width: z.int(), height: z.int() }).nullable(),
    })
    .optional(),
});
export type PartWithoutText = z.infer<typeof PartWithoutText>;

/**
 * Text of a document as Markdown that PostgreSQL can store (well-formed, no NUL). `pages` is null for formats without
 * pages.
 */
export const ExtractedDocument = z.strictObject({
  text: z.string(),
  title: z.string().nullable(),
  pages: z.int().nullable(),
  /** Pictures to read, and the texts around them. Absent if there are none. */
  scan: z.strictObject({ parts: z.array(PartWithoutText), texts: z.array(z.string()) }).optional(),
});
export type ExtractedDocument = z.infer<typeof ExtractedDocument>;

/**
 * A picture for a model, as a reading process sends it. `base64` is null if the file itself is the picture, because the
 * caller already has its bytes.
 */
export const Base64Picture = z.strictObject({
  base64: z.string().nullable(),
  mediaType: z.string(),
  width: z.int(),
  height: z.int(),
});
export type Base64Picture = z.infer<typeof Base64Picture>;

export const DOCUMENT_LIMITS = {
  /** Maximum bytes of the file. */
  bytes: 50 * 1024 * 1024,
  /** Measured from the start of the process; time in the queue doesn't count. */
  milliseconds: 30_000,
  /** Heap and buffers of the process, without the document's own bytes. It is also the limit of the heap alone. */
  memoryBytes: 256 * 1024 * 1024,
  /** Maximum length of the extracted text. */
  codePoints: 1_000_000,
  /** Pages of a PDF, shown slides of a deck. */
  pages: 1_000,
  /** Cells of a workbook. */
  cells: 200_000,
  /** Bytes of a file that is a picture: providers take at most 5 MB in base64. */
  pictureBytes: 3.5 * 1024 * 1024,
  /** Bytes of pictures that one process takes out of a DOCX. */
  picturesBytes: 8 * 1024 * 1024,
  /** Pixels of a picture, in a PDF or alone. A sheet of A4 at 600 dots per inch has 35 million. */
  pixels: 40_000_000,
  /** Parts of an Office document: inflated bytes in total, inflated bytes of the XML, and number of parts. */
  inflatedBytes: 100 * 1024 * 1024,
  xmlBytes: 32 * 1024 * 1024,
  entries: 2_000,
  /** Parsed HTML takes fifty times its size in memory. */
  htmlBytes: 4 * 1024 * 1024,
};
export type DocumentLimits = typeof DOCUMENT_LIMITS;
