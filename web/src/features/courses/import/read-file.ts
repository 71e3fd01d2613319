import type { CourseArchive } from '@training/shared/courses/course-archive';
import type { Client } from '../../../lib/api/send-pieces.ts';
import { findMissingMedia } from './archive-media.ts';
import { readItemTable } from './item-table.ts';
import type { ReadFile } from './import-preview.ts';
import { hasCourse, readArchive } from './read-archive.ts';
import { readPackage } from './read-package.ts';
import { readUpload } from './read-upload.ts';

interface Options {
  client: Client;
  language: CourseArchive['modules'][number]['language'];
  /** Gets the share that is done of what takes long. */
  onProgress: (share: number) => void;
}

/** Reads a file by its extension; a string says why it can't be imported. */
export async function readFile(file: File, { client, language, onProgress }: Options): Promise<ReadFile | string> {
  const title = file.name.replace(/\.\w+$/, '').slice(0, 200);
  if (/\.csv$/i.test(file.name)) return readItemTable(new Uint8Array(await file.arrayBuffer()), title, language);
  const isPackage = /\.xml$/i.test(file.name) || (/\.zip$/i.test(file.name) && !(await hasCourse(file)));
  if (isPackage) return readPackage(file, title, { client, onProgress });
  if (!/\.(?:json|zip)$/i.test(file.name)) return readUpload(file, { client, title, language, onProgress });
  const read = await readArchive(file);
  return typeof read === 'string' ? read : findMissingMedia(client, read);
}
