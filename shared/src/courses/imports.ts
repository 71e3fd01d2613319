import { z } from 'zod';
import { Count, Id, textSchema } from '../primitives.ts';
import { MediaDigest } from './media.ts';
import { MEDIA_LIMITS } from './media-limits.ts';

/** The limits of a deck or workbook that is imported. */
export const IMPORT_LIMITS = {
  bytes: 50 * 1024 * 1024,
  /** Rows of a table, without its head. */
  rows: 5_000,
  columns: 100,
  /** Pictures of a deck; the others are dropped. */
  pictures: 300,
} as const;

/** A part of a slide that can't be imported, by its kind. */
export const SkippedSlideContent = z.strictObject({
  what: z.enum([
    'chart',
    'film',
    'sound',
    'object',
    'missing_picture',
    'small_picture',
    'large_picture',
    'picture_format',
    'too_many_pictures',
  ]),
  format: z.string().optional().describe('That of a picture, such as EMF.'),
});
export type SkippedSlideContent = z.infer<typeof SkippedSlideContent>;

/** A slide as its audience sees it, and what the speaker reads. */
export const ImportedSlide = z.strictObject({
  number: z.int().describe('From 1, hidden slides included.'),
  hidden: z.boolean(),
  title: z.string().describe('Empty if it has none.'),
  blocks: z.array(z.string()).describe('Paragraphs, items of lists (`- …`) and tables, in reading order.'),
  notes: z.array(z.string()),
  pictures: z.array(
    z.strictObject({
      name: z.string().describe('That of its part of the file, for `imports.takePictures`.'),
      alt: z.string().describe('Alternative text; empty if it has none.'),
      decorative: z.boolean(),
    }),
  ),
  left_out: z.array(SkippedSlideContent),
});
export type ImportedSlide = z.infer<typeof ImportedSlide>;

/** A sheet's rows, with the number of each and its cells: numbers as they are stored, dates as they are shown. */
export const ImportedSheet = z.strictObject({
  name: z.string(),
  rows: z.array(z.strictObject({ number: z.int(), cells: z.array(z.string()) })),
  others: z.array(z.string()).describe('Names of other shown sheets with rows, which aren’t read; 20 at most.'),
});
export type ImportedSheet = z.infer<typeof ImportedSheet>;

/** A deck or workbook that was sent in pieces by `media.upload`. */
export const ImportFileRef = z.strictObject({
  pieces: z
    .array(Id)
    .min(1)
    .max(Math.ceil(IMPORT_LIMITS.bytes / MEDIA_LIMITS.piece))
    .describe('The pieces of the file, in order. All but the last one have 3 MiB.'),
});
export type ImportFileRef = z.infer<typeof ImportFileRef>;

/**
 * The content of an uploaded file. If it has no pictures, the file is deleted after it is read; otherwise once all
 * pictures are imported, or after a day.
 */
export const ImportFileContent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deck'), slides: z.array(ImportedSlide) }),
  z.strictObject({ kind: z.literal('workbook'), sheet: ImportedSheet }),
]);
export type ImportFileContent = z.infer<typeof ImportFileContent>;

/** Adds pictures of a deck to the media library, as `media.add` does. */
export const ImportDeckPictures = ImportFileRef.extend({
  names: z.array(textSchema(1, 200)).min(1).max(IMPORT_LIMITS.pictures),
});
export type ImportDeckPictures = z.infer<typeof ImportDeckPictures>;

/**
 * The results for the first picture and as many others as fit into one response; ask for the rest in another request.
 */
export const ImportDeckPicturesOutcomes = z.array(
  z.strictObject({ name: z.string(), digest: MediaDigest.nullable(), bytes: Count, problem: z.string().nullable() }),
);
export type ImportDeckPicturesOutcomes = z.infer<typeof ImportDeckPicturesOutcomes>;

/** Joins blocks by an empty line, but items of one list by none. */
export function joinMarkdownBlocks(blocks: readonly string[]): string {
  const isItem = (block: string | undefined) => /^ *- /.test(block ?? '');
  return blocks
    .map((block, n) => (n === 0 ? '' : isItem(block) && isItem(blocks[n - 1]) ? '\n' : '\n\n') + block)
    .join('');
}
