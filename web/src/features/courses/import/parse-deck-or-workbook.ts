import { IMPORT_LIMITS } from '@training/shared/courses/imports';
import type { ArchivedModule } from '@training/shared/courses/course-archive';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { type TrpcClient, uploadInPieces } from '../../../lib/api/send-pieces.ts';
import { SLOW_QUERY_OPTIONS } from '../../../lib/api/trpc.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import type { ParsedImportFile } from './import-preview.ts';
import { parseItemRowsAsCourse } from './item-table.ts';
import { convertDeckToImportFile } from './slide-cards.ts';

const t = translatorOf('imports');

interface Upload {
  client: TrpcClient;
  title: string;
  language: ArchivedModule['language'];
  /** Gets the share that is done. */
  onProgress: (share: number) => void;
}

/** Sends a deck or workbook, which the server reads; a string says why it can't be imported. */
export async function parseDeckOrWorkbookOnServer(
  file: File,
  { client, title, language, onProgress }: Upload,
): Promise<ParsedImportFile | string> {
  if (file.size > IMPORT_LIMITS.bytes) return t('uploadTooLarge');
  try {
    const pieces = await uploadInPieces(client, file, (share) => onProgress(share * 0.4));
    const read = await client.imports.read.mutate({ pieces }, SLOW_QUERY_OPTIONS.trpc);
    if (read.kind === 'workbook') {
      const found = parseItemRowsAsCourse(read.sheet.rows, title, language);
      return typeof found === 'string' ? found : { ...found, ignoredSheets: read.sheet.others };
    }
    const names = [
      ...new Set(
        read.slides.filter(({ hidden }) => !hidden).flatMap(({ pictures }) => pictures.map(({ name }) => name)),
      ),
    ];
    const digests = new Map<string, string>();
    for (let left = names; left.length > 0;) {
      onProgress(0.5 + (1 - left.length / names.length) / 2);
      const taken = await client.imports.takePictures.mutate({ pieces, names: left }, SLOW_QUERY_OPTIONS.trpc);
      for (const { name, digest } of taken) if (digest !== null) digests.set(name, digest);
      const done = new Set(taken.map(({ name }) => name));
      left = left.filter((name) => !done.has(name));
    }
    return convertDeckToImportFile({ slides: read.slides, digests, title, source: file.name, language });
  } catch (error) {
    return toDisplayableProblem(error).detail;
  }
}
