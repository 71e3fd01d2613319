import type { CourseArchive } from '@training/shared/courses/course-archive';
import type { TrpcClient } from '../../../lib/api/send-pieces.ts';
import { convertArchiveToImportFile } from './archive-media.ts';
import { parseItemCsvAsCourse } from './item-table.ts';
import type { ParsedImportFile } from './import-preview.ts';
import { isCourseArchive, parseArchive } from './parse-archive.ts';
import { parseQtiPackageOnServer } from './parse-qti-package.ts';
import { parseDeckOrWorkbookOnServer } from './parse-deck-or-workbook.ts';

interface Options {
  client: TrpcClient;
  language: CourseArchive['modules'][number]['language'];
  /** Gets the share that is done of what takes long. */
  onProgress: (share: number) => void;
}

/** Reads a file by its extension; a string says why it can't be imported. */
export async function parseImportFile(
  file: File,
  { client, language, onProgress }: Options,
): Promise<ParsedImportFile | string> {
  const title = file.name.replace(/\.\w+$/, '').slice(0, 200);
  if (/\.csv$/i.test(file.name)) return parseItemCsvAsCourse(new Uint8Array(await file.arrayBuffer()), title, language);
  const isPackage = /\.xml$/i.test(file.name) || (/\.zip$/i.test(file.name) && !(await isCourseArchive(file)));
  if (isPackage) return parseQtiPackageOnServer(file, title, { client, onProgress });
  if (!/\.(?:json|zip)$/i.test(file.name))
    return parseDeckOrWorkbookOnServer(file, { client, title, language, onProgress });
  const read = await parseArchive(file);
  return typeof read === 'string' ? read : convertArchiveToImportFile(client, read);
}
