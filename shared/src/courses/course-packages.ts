import { z } from 'zod';
import { Id, label } from '../primitives.ts';
import { ImportFile } from './imports.ts';
import { CourseArchive } from './course-archive.ts';

/** Names an uploaded QTI package, of 50 MiB at most. */
export const ReadPackage = ImportFile.extend({
  name: label(200).describe('Title of the course, and of the module of items that no test names.'),
});
export type ReadPackage = z.infer<typeof ReadPackage>;

/** The outcome for an item of a file. */
const ImportRow = z.strictObject({
  row: z.int().describe('Number of the item, from 1.'),
  text: z.string(),
  outcome: z.enum(['kept', 'changed', 'dropped']),
  reasons: z.array(z.string()).describe('What is changed, or why it is dropped, in the language of the reader.'),
  item: Id.optional().describe('The question that it becomes; absent where it is dropped.'),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** A package as drafts for `modules.import` or `modules.append`, and item by item what becomes of it. */
export const PackagePreview = z.strictObject({ archive: CourseArchive, rows: z.array(ImportRow) });
export type PackagePreview = z.infer<typeof PackagePreview>;
