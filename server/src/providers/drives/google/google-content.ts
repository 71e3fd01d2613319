import { fileKindOf } from '../../../platform/documents/file-kind.ts';
import type { DriveContent, DriveItem, ListedKind } from '../drive.ts';
import { DriveFailure } from '../drive-failure.ts';
import { DRIVE_ANSWER_LIMITS } from '../drive-fetch.ts';
import { pathOf, type GoogleApi } from './google-api.ts';
import { getItem } from './google-folders.ts';
import { SHORTCUT } from './google-items.ts';
import { textOfMarkdown, withUnixLines } from './google-markdown.ts';

const DOCUMENT = 'application/vnd.google-apps.document';

/** Media types worth downloading; the content determines the actual kind. */
const MEDIA_TYPES = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/xhtml+xml',
  'text/html',
  'text/markdown',
  'text/x-markdown',
  'text/plain',
]);
/** Media types of files that were uploaded without one. */
const UNTYPED = new Set(['application/octet-stream', 'application/x-zip', 'binary/octet-stream', '']);
const NAMES = /\.(?:pdf|docx|html?|xhtml|md|markdown|txt)$/i;

/** Reads a file, or what a shortcut leads to: a shortcut to another one, or to a folder, leads to no document. */
export async function readGoogleContent(
  api: GoogleApi,
  item: DriveItem,
  signal: AbortSignal | undefined,
): Promise<DriveContent> {
  if (item.kind !== 'shortcut') return readFile(api, item, signal);
  if (!item.target) throw new DriveFailure('unsupported');
  const target = await getItem(api, item.target.id, signal);
  if (!target || target.trashed) throw new DriveFailure('not_found');
  return readFile(api, target, signal);
}

async function readFile(api: GoogleApi, item: DriveItem, signal: AbortSignal | undefined): Promise<DriveContent> {
  const isDocument = item.mediaType === DOCUMENT;
  if (item.kind !== 'file' || !(isDocument || isDownloadable(item))) throw new DriveFailure('unsupported');
  if (!item.readable) throw new DriveFailure('export_forbidden');
  if (isDocument) return { text: await exported(api, item.id, signal) };
  if (item.size === 0) throw new DriveFailure('empty');
  if (item.size !== null && item.size > DRIVE_ANSWER_LIMITS.file) throw new DriveFailure('too_large');
  const query = { alt: 'media', supportsAllDrives: true };
  const bytes = await api.bytes(pathOf('files', item.id), { query, about: [item.id], signal });
  if (bytes.byteLength === 0) throw new DriveFailure('empty');
  const kind = (await fileKindOf(bytes))?.kind;
  if (kind === undefined || kind === 'audio' || kind === 'image') throw new DriveFailure('unsupported');
  return { file: kind, bytes };
}

/** Returns true if a file, or the target of a shortcut, may be one that is read. */
export function isReadableGoogleFile({ mediaType, name, targetMediaType }: ListedKind): boolean {
  if (mediaType !== SHORTCUT) return mediaType === DOCUMENT || isDownloadable({ mediaType, name });
  // A shortcut's name says nothing about an untyped target.
  const target = typeOf(targetMediaType ?? '');
  return target === DOCUMENT || MEDIA_TYPES.has(target) || UNTYPED.has(target);
}

function isDownloadable({ mediaType, name }: Pick<DriveItem, 'name' | 'mediaType'>): boolean {
  const type = typeOf(mediaType);
  return MEDIA_TYPES.has(type) || (UNTYPED.has(type) && NAMES.test(name));
}

const typeOf = (mediaType: string): string => mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Google exports 10 MB at most, so a longer export is somebody else's. */
const MOST_BYTES_OF_EXPORT = 10 * 1024 * 1024;

/**
 * Exports a document as Markdown, which keeps headings, lists and tables. Markdown also contains the pictures: a
 * document that is too long because of them is exported as plain text instead. If that still exceeds Google's 10 MB,
 * the document is `too_large`.
 */
async function exported(api: GoogleApi, id: string, signal: AbortSignal | undefined): Promise<string> {
  const as = async (mimeType: string) => {
    const bytes = await api.bytes(pathOf('files', id, '/export'), { query: { mimeType }, about: [id], signal });
    if (bytes.length > MOST_BYTES_OF_EXPORT) throw new DriveFailure('too_large');
    return withUnixLines(bytes);
  };
  const bytes = await as('text/markdown').then(textOfMarkdown, (error: unknown) => {
    if (error instanceof DriveFailure && error.outcome === 'too_large') return as('text/plain');
    throw error;
  });
  // Decoding removes the byte order mark.
  const text = new TextDecoder().decode(bytes).trim();
  if (text === '') throw new DriveFailure('empty');
  return text;
}
