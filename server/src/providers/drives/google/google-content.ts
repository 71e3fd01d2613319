import { detectFileKind } from '../../../platform/documents/file-kind.ts';
import { MAX_DRIVE_RESPONSE_BYTES } from '../drive-fetch.ts';
import { type DriveFileContent, DriveError, type DriveItem, type ListedFileKind } from '../drive.ts';
import { type GoogleDriveApiClient, googleItemPath } from './google-api.ts';
import { findGoogleItem } from './google-folders.ts';
import { GOOGLE_SHORTCUT_MEDIA_TYPE } from './google-items.ts';

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const BANG = 0x21;
const STAR = 0x2a;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const TILDE = 0x7e;

const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const PICTURE = Buffer.from('[image');
const DATA = Buffer.from(']: <data:');
const PLACE = Buffer.from('][image');

/** Longest alternative text of a picture, and most blanks before a bullet, in bytes. */
const MOST = { alternative: 300, blanks: 99 };

// A hostile export is 20 MiB of signs. Replacing them one by one with expressions holds the event loop for seconds, so
// both functions scan bytes. All signs are ASCII, which no byte of a longer character is.

/** Removes the byte order mark and NUL from UTF-8, and ends lines with `\n`. */
export function normaliseUtf8Bytes(given: Uint8Array): Uint8Array {
  const bytes = startsWith(given, 0, BYTE_ORDER_MARK) ? given.subarray(BYTE_ORDER_MARK.length) : given;
  if (!bytes.includes(0) && !bytes.includes(RETURN)) return bytes;
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === RETURN) {
      kept[length++] = NEWLINE;
      if (bytes[at + 1] === NEWLINE) at++;
    } else if (byte !== 0) {
      kept[length++] = byte;
    }
  }
  return kept.subarray(0, length);
}

/**
 * Converts Google's Markdown to the text that a reader quotes: without pictures, inline marks and escapes. Google
 * escapes every sign that could have a meaning, so unescaped signs do have one: list bullets or inline marks.
 *
 * @param bytes UTF-8 with lines that end with `\n`.
 */
export function quotableTextOfMarkdown(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  let isLineStart = true;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at]!;
    if (isLineStart) {
      if (byte === OPEN && isPicture(bytes, at)) {
        at = endOfLine(bytes, at);
        continue;
      }
      isLineStart = false;
      const bullet = endOfBullet(bytes, at);
      if (bullet !== undefined) {
        while (at < bullet) kept[length++] = bytes[at++]!;
        continue;
      }
    }
    at++;
    if (byte === BACKSLASH && isPunctuation(bytes[at])) {
      kept[length++] = bytes[at++]!;
    } else if (byte === TILDE && bytes[at] === TILDE) {
      at++;
    } else if (byte === BANG && bytes[at] === OPEN) {
      const end = endOfPlace(bytes, at);
      if (end === undefined) kept[length++] = byte;
      else at = end;
    } else if (byte !== STAR) {
      kept[length++] = byte;
      isLineStart = byte === NEWLINE;
    }
  }
  return kept.subarray(0, length);
}

/** Detects the data of a picture, such as `[image1]: <data:…>`. Each is a long line at the end of the text. */
function isPicture(bytes: Uint8Array, from: number): boolean {
  if (!startsWith(bytes, from, PICTURE)) return false;
  for (let at = from + PICTURE.length; at < from + 40 && bytes[at] !== NEWLINE; at++) {
    if (startsWith(bytes, at, DATA)) return true;
  }
  return false;
}

/** Returns the index after the line's end. */
function endOfLine(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end === -1 ? bytes.length : end + 1;
}

/** Returns the index after a bullet, `* ` with any blanks before it; undefined if the line begins with none. */
function endOfBullet(bytes: Uint8Array, from: number): number | undefined {
  let at = from;
  while (at < from + MOST.blanks && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
  return bytes[at] === STAR && bytes[at + 1] === SPACE ? at + 2 : undefined;
}

/**
 * Returns the index after the place of a picture, `![alternative text][image1]`; undefined if there is none.
 * @param open Index of its first bracket.
 */
function endOfPlace(bytes: Uint8Array, open: number): number | undefined {
  let at = open + 1;
  while (at <= open + MOST.alternative && isAlternative(bytes[at])) at++;
  if (!startsWith(bytes, at, PLACE)) return undefined;
  const digits = at + PLACE.length;
  at = digits;
  while (at < digits + 9 && isDigit(bytes[at])) at++;
  return at > digits && bytes[at] === CLOSE ? at + 1 : undefined;
}

function startsWith(bytes: Uint8Array, from: number, text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[from + at] !== text[at]) return false;
  return true;
}

const isAlternative = (byte: number | undefined) =>
  byte !== undefined && byte !== OPEN && byte !== CLOSE && byte !== NEWLINE;

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Detects punctuation of ASCII. */
const isPunctuation = (byte: number | undefined) =>
  byte !== undefined &&
  ((byte >= 0x21 && byte <= 0x2f) ||
    (byte >= 0x3a && byte <= 0x40) ||
    (byte >= 0x5b && byte <= 0x60) ||
    (byte >= 0x7b && byte <= 0x7e));

const DOCUMENT = 'application/vnd.google-apps.document';

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Media types of slides and sheets that Google has, with the one as which each is exported. */
const EXPORTS = new Map([
  ['application/vnd.google-apps.presentation', `${OFFICE}.presentationml.presentation`],
  ['application/vnd.google-apps.spreadsheet', `${OFFICE}.spreadsheetml.sheet`],
]);

/** Media types worth downloading; the content determines the actual kind. */
const MEDIA_TYPES = new Set([
  'application/pdf',
  `${OFFICE}.wordprocessingml.document`,
  'application/vnd.oasis.opendocument.presentation',
  ...EXPORTS.values(),
  'application/xhtml+xml',
  'text/html',
  'text/markdown',
  'text/x-markdown',
  'text/plain',
]);
/** Media types of files that were uploaded without one. */
const UNTYPED = new Set(['application/octet-stream', 'application/x-zip', 'binary/octet-stream', '']);
const NAMES = /\.(?:pdf|docx|pptx|odp|xlsx|html?|xhtml|md|markdown|txt)$/i;

/** Reads a file, or what a shortcut leads to: a shortcut to another one, or to a folder, leads to no document. */
export async function readGoogleFileContent(
  api: GoogleDriveApiClient,
  item: DriveItem,
  signal: AbortSignal | undefined,
): Promise<DriveFileContent> {
  if (item.kind !== 'shortcut') return readFile(api, item, signal);
  if (!item.target) throw new DriveError('unsupported');
  const target = await findGoogleItem(api, item.target.id, signal);
  if (!target || target.trashed) throw new DriveError('not_found');
  return readFile(api, target, signal);
}

async function readFile(
  api: GoogleDriveApiClient,
  item: DriveItem,
  signal: AbortSignal | undefined,
): Promise<DriveFileContent> {
  if (item.kind !== 'file' || !isReadableGoogleFile(item)) throw new DriveError('unsupported');
  if (!item.readable) throw new DriveError('export_forbidden');
  if (item.mediaType === DOCUMENT) return { text: await exportedText(api, item.id, signal) };
  const as = EXPORTS.get(item.mediaType);
  if (as !== undefined) return contentOf(await exported(api, item.id, as, signal));
  if (item.size === 0) throw new DriveError('empty');
  if (item.size !== null && item.size > MAX_DRIVE_RESPONSE_BYTES.file) throw new DriveError('too_large');
  const query = { alt: 'media', supportsAllDrives: true };
  const bytes = await api.bytes(googleItemPath('files', item.id), { query, about: [item.id], signal });
  return contentOf(bytes);
}

async function contentOf(bytes: Uint8Array): Promise<DriveFileContent> {
  if (bytes.byteLength === 0) throw new DriveError('empty');
  const kind = (await detectFileKind(bytes))?.kind;
  if (kind === undefined || kind === 'audio' || kind === 'image') throw new DriveError('unsupported');
  return { file: kind, bytes };
}

/** Returns true if a file, or the target of a shortcut, may be one that is read. */
export function isReadableGoogleFile({ mediaType, name, targetMediaType }: ListedFileKind): boolean {
  if (mediaType !== GOOGLE_SHORTCUT_MEDIA_TYPE) {
    return mediaType === DOCUMENT || EXPORTS.has(mediaType) || isDownloadable({ mediaType, name });
  }
  // A shortcut's name says nothing about an untyped target.
  const target = typeOf(targetMediaType ?? '');
  return target === DOCUMENT || EXPORTS.has(target) || MEDIA_TYPES.has(target) || UNTYPED.has(target);
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
async function exportedText(api: GoogleDriveApiClient, id: string, signal: AbortSignal | undefined): Promise<string> {
  const as = async (mimeType: string) => normaliseUtf8Bytes(await exported(api, id, mimeType, signal));
  const bytes = await as('text/markdown').then(quotableTextOfMarkdown, (error: unknown) => {
    if (error instanceof DriveError && error.outcome === 'too_large') return as('text/plain');
    throw error;
  });
  // Decoding removes the byte order mark.
  const text = new TextDecoder().decode(bytes).trim();
  if (text === '') throw new DriveError('empty');
  return text;
}

async function exported(
  api: GoogleDriveApiClient,
  id: string,
  mimeType: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const bytes = await api.bytes(googleItemPath('files', id, '/export'), { query: { mimeType }, about: [id], signal });
  if (bytes.length > MOST_BYTES_OF_EXPORT) throw new DriveError('too_large');
  return bytes;
}
