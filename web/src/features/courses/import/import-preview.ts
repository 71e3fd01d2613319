import type { CourseArchive, ImportFileFormat } from '@training/shared/courses/course-archive';
import type { ItemMedia } from '@training/shared/courses/media';
import type { ArchiveMediaUsage, ParsedArchive } from './parse-archive.ts';

/** Outcome of a row of a file, and its reasons. `dropped` rows aren't imported. */
export interface ImportRowOutcome {
  /** Number of the row, or of the slide. */
  row: number;
  text: string;
  outcome: 'kept' | 'changed' | 'dropped';
  reasons: string[];
  /** The card or question that it becomes. */
  item?: string;
  /** Content that the preview shows below the text. */
  more?: { text: string; media: ItemMedia[] };
}

/** A file as it was parsed: the modules that it becomes, and what happens to each row, which contains their items. */
export interface ParsedImportFile {
  archive: CourseArchive;
  /** Empty of an archive, which is imported as it is. */
  rows: ImportRowOutcome[];
  /** Columns that aren't read. */
  ignored: string[];
  /** Sheets of a workbook that aren't read. */
  ignoredSheets?: string[];
  /** Of a deck, rows are slides. */
  from: ImportFileFormat;
  /** The same without what speakers read, if they read anything. */
  withoutNotes?: ParsedImportFile;
  /** Those of an archive. */
  media?: ParsedArchive['media'];
  /** Items whose media neither the file nor the workspace has: they can't be imported. */
  lost?: ArchiveMediaUsage[];
}
