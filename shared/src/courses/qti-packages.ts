import { z } from 'zod';
import { Id, labelSchema } from '../primitives.ts';
import { ImportFileRef } from './imports.ts';
import { CourseArchive } from './course-archive.ts';

/** Reads an uploaded QTI package of at most 50 MiB as drafts, without storing them. */
export const ReadQtiPackage = ImportFileRef.extend({
  name: labelSchema(200).describe('Title of the course, and of the module of items that no test names.'),
});
export type ReadQtiPackage = z.infer<typeof ReadQtiPackage>;

/** The outcome for an item of a file. */
const QtiItemImportOutcome = z.strictObject({
  row: z.int().describe('Number of the item, from 1.'),
  text: z.string(),
  outcome: z.enum(['kept', 'changed', 'dropped']),
  reasons: z.array(z.string()).describe('What is changed, or why it is dropped, in the language of the reader.'),
  item: Id.optional().describe('The question that it becomes; absent where it is dropped.'),
});
export type QtiItemImportOutcome = z.infer<typeof QtiItemImportOutcome>;

/** A package as drafts for `modules.import` or `modules.append`, and item by item what becomes of it. */
export const QtiPackagePreview = z.strictObject({ archive: CourseArchive, rows: z.array(QtiItemImportOutcome) });
export type QtiPackagePreview = z.infer<typeof QtiPackagePreview>;
