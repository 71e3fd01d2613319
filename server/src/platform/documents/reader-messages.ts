import { ImportedSheet, ImportedSlide } from '@training/shared/courses/imports';
import { z } from 'zod';
import { Base64Picture, ExtractedDocument, type DOCUMENT_LIMITS } from './document.ts';
import { QtiPackage } from './qti.ts';
import { UnreadableReason } from './unreadable-document.ts';

/** Task of a reading process, passed as JSON in its first argument. The document itself is sent through stdin. */
export const ReaderTask = z.strictObject({
  kind: z.enum([
    'pdf',
    'docx',
    'pptx',
    'odp',
    'xlsx',
    'html',
    'text',
    'recording',
    'pdf_page',
    'docx_pictures',
    'picture',
    'encoded_picture',
    'encoded_portrait',
    'written_picture',
    'slides_of_pptx',
    'slides_of_odp',
    'table_of_xlsx',
    'encoded_pictures',
    'qti',
    'qti_files',
  ]),
  /** Page to draw, from 1. */
  page: z.int().optional(),
  /** Names of the parts of the archive to take out, the most wanted first. */
  pictures: z.array(z.string()).optional(),
  /** Bytes that will come. */
  size: z.int(),
  limits: z.custom<typeof DOCUMENT_LIMITS>(),
  /** Resident memory, in bytes, at which the process kills itself. */
  residentBytes: z.number(),
});
export type ReaderTask = z.infer<typeof ReaderTask>;

const UNREADABLE = { reason: UnreadableReason, message: z.string() };

/**
 * The only message that a reading process sends: its result, or why there is none. `failed` means that the process is
 * at fault, not the document.
 */
export const ReaderOutcome = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('read'), document: ExtractedDocument }),
  z.strictObject({ outcome: z.literal('measured'), seconds: z.number() }),
  z.strictObject({ outcome: z.literal('pictured'), picture: Base64Picture.nullable() }),
  z.strictObject({
    outcome: z.literal('pictures'),
    pictures: z.array(
      z.union([
        z.strictObject({ name: z.string(), picture: Base64Picture }),
        z.strictObject({ name: z.string(), ...UNREADABLE }),
      ]),
    ),
  }),
  z.strictObject({ outcome: z.literal('slides'), slides: z.array(ImportedSlide) }),
  z.strictObject({ outcome: z.literal('table'), table: ImportedSheet }),
  z.strictObject({ outcome: z.literal('questions'), package: QtiPackage }),
  z.strictObject({ outcome: z.literal('unreadable'), ...UNREADABLE }),
  z.strictObject({ outcome: z.literal('failed'), message: z.string() }),
]);
export type ReaderOutcome = z.infer<typeof ReaderOutcome>;

/** Message of a reading process that succeeded. */
export type ReaderResult = Exclude<ReaderOutcome, { outcome: 'unreadable' | 'failed' }>;

/** File descriptor that closes when the server ends, for whatever reason. Nothing is ever written to it. */
export const LIFELINE_DESCRIPTOR = 4;
