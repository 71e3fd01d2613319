import type { ImportedSheet, ImportedSlide } from '@training/shared/courses/imports';
import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import { FairSemaphore } from '../concurrency/fair-semaphore.ts';
import {
  DOCUMENT_LIMITS,
  type DocumentKind,
  type DocumentLimits,
  type Base64Picture,
  type ExtractedDocument,
} from './document.ts';
import type { QtiPackage } from './qti.ts';
import type { ReaderResult, ReaderTask } from './reader-messages.ts';
import { UnreadableDocumentError } from './unreadable-document.ts';
import { READER_PROCESS_CONCURRENCY, startReaderProcess } from './reader-process.ts';

/** Separate from documents, which can take long while a learner waits. Recordings come in a row: their owner rests. */
const measuring = new FairSemaphore({ ...READER_PROCESS_CONCURRENCY, rest: 1_000 });

/**
 * Returns a recording's length in seconds, measured in a process of its own, one at a time for each owner
 * (rules/bounds 10).
 *
 * @param load Reads the recording once a process is free, so that none waits in memory.
 * @param owner Owners are served in turn.
 * @throws UnreadableDocumentError `empty` if it has no sound; another reason if its length can't be told.
 */
export function measureRecordingSeconds(
  load: () => Promise<Uint8Array>,
  owner: string,
  changed: Partial<DocumentLimits> = {},
): Promise<number> {
  const limits = { ...DOCUMENT_LIMITS, ...changed };
  return measuring.run(owner, async () => {
    const { answer, ended } = startReaderProcess({ bytes: await load(), kind: 'recording', limits, signal: undefined });
    try {
      const told = await answer;
      if (told.outcome !== 'measured') throw new Error('A recording was read as a document.');
      return told.seconds;
    } finally {
      await ended;
    }
  });
}

const turns = new FairSemaphore(READER_PROCESS_CONCURRENCY);

export type DocumentReadOptions = {
  /** Owner of the work; owners are served round-robin. */
  owner?: string;
  signal?: AbortSignal | undefined;
  limits?: Partial<DocumentLimits>;
};

type Source = Uint8Array | (() => Promise<Uint8Array>);

/**
 * Extracts a document's text as Markdown: headings, lists, tables and paragraphs, without inline marks, so that quoted
 * passages can be found in it. Runs in a separate process, two at a time (rules/bounds 10).
 * @param source The bytes, or a function that loads them. It is called when a slot is free, so that waiting documents
 *   take no memory.
 * @throws UnreadableDocumentError with a reason and advice; the signal's reason if it is aborted.
 */
export async function extractDocumentText(source: Source, kind: DocumentKind, options: DocumentReadOptions = {}) {
  const { text, title, pages } = await extractTextAndTextlessParts(source, kind, options);
  if (text === '') throw new UnreadableDocumentError('empty', picturesOnlyAdviceOf(kind));
  return { text, title, pages };
}

/** Says what to do with a document that has pictures but no text. */
export const picturesOnlyAdviceOf = (kind: DocumentKind): string =>
  kind === 'docx'
    ? 'The document has pictures, but no text. Run text recognition (OCR) on them first.'
    : 'The PDF has no text layer: its pages are pictures, such as scans. Run text recognition (OCR) on it first.';

/**
 * Reads a document as `extractDocumentText` does, and tells which pages have no text, or which pictures are in it; the
 * text may be empty.
 */
export async function extractTextAndTextlessParts(
  source: Source,
  kind: DocumentKind,
  options: DocumentReadOptions = {},
): Promise<ExtractedDocument> {
  const found = await readInProcess(source, { kind }, options);
  if (found.outcome !== 'read') throw new Error(`A document was ${found.outcome}.`);
  return found.document;
}

/** Longer than for text: a sheet at 600 dots per inch is decoded by a process that gives way to the server. */
const DRAWING_MILLISECONDS = 120_000;

/** A picture that a model can read. */
export type PictureForModel = Omit<Base64Picture, 'base64'> & { bytes: Uint8Array };

/** Picture to read: that of a PDF's page, or the file itself. */
export type PictureLocator = { kind: 'pdf_page'; page: number } | { kind: 'picture' };

/**
 * Draws the pictures of a PDF's page as one PNG, or checks a file that is a picture. Null for a page without pictures.
 * @throws UnreadableDocumentError with a reason and advice; the signal's reason if it is aborted.
 */
export async function readPictureForModel(
  source: Source,
  of: PictureLocator,
  options: DocumentReadOptions = {},
): Promise<PictureForModel | null> {
  let file: Uint8Array = new Uint8Array();
  const load = async () => (file = typeof source === 'function' ? await source() : source);
  const limits = { milliseconds: DRAWING_MILLISECONDS, ...options.limits };
  const found = await readInProcess(load, of, { ...options, limits });
  if (found.outcome !== 'pictured') throw new Error(`A picture was ${found.outcome}.`);
  return found.picture && pictureFrom(found.picture, file);
}

/**
 * Encodes a picture anew, without its metadata, whole or as a square.
 * @throws UnreadableDocumentError with a reason; the signal's reason if it is aborted.
 */
export async function reencodeUntrustedPicture(
  source: Source,
  options: DocumentReadOptions = {},
  kind: 'encoded_picture' | 'encoded_portrait' = 'encoded_picture',
): Promise<Uint8Array> {
  const found = await readInProcess(source, { kind }, options);
  if (found.outcome !== 'pictured' || !found.picture) throw new Error(`A picture was ${found.outcome}.`);
  return pictureFrom(found.picture).bytes;
}

/** Limits of pictures that are encoded anew: those of media. */
const TO_ENCODE = { milliseconds: DRAWING_MILLISECONDS, pictureBytes: MEDIA_LIMITS.picture };

/**
 * Reads a deck slide by slide, also hidden ones.
 * @throws UnreadableDocumentError with a reason and advice; the signal's reason if it is aborted.
 */
export async function readSlideDeck(
  source: Source,
  kind: 'pptx' | 'odp',
  { limits, ...options }: DocumentReadOptions = {},
): Promise<ImportedSlide[]> {
  const all = { ...options, limits: { pictureBytes: MEDIA_LIMITS.picture, ...limits } };
  const found = await readInProcess(source, { kind: `slides_of_${kind}` }, all);
  if (found.outcome !== 'slides') throw new Error(`Slides were ${found.outcome}.`);
  return found.slides;
}

/**
 * Reads the first sheet of a workbook that has rows.
 * @throws UnreadableDocumentError with a reason and advice; the signal's reason if it is aborted.
 */
export async function readSpreadsheetTable(source: Source, options: DocumentReadOptions = {}): Promise<ImportedSheet> {
  const found = await readInProcess(source, { kind: 'table_of_xlsx' }, options);
  if (found.outcome !== 'table') throw new Error(`A table was ${found.outcome}.`);
  return found.table;
}

/**
 * Encodes pictures of a deck anew, by the names of their parts, as `reencodeUntrustedPicture` does: the first, and as
 * many others as `picturesBytes` and the time allow.
 * @throws UnreadableDocumentError with a reason and advice; the signal's reason if it is aborted.
 */
export function reencodeDeckPictures(
  source: Source,
  names: string[],
  { limits, ...options }: DocumentReadOptions = {},
) {
  return picturesIn(source, 'encoded_pictures', names, { ...options, limits: { ...TO_ENCODE, ...limits } });
}

/**
 * Checks that a picture was made by `reencodeUntrustedPicture`, here or in another installation, and decodes.
 * @throws UnreadableDocumentError with a reason; the signal's reason if it is aborted.
 */
export async function assertReencodedPicture(source: Source, options: DocumentReadOptions = {}): Promise<undefined> {
  await readInProcess(source, { kind: 'written_picture' }, options);
}

/**
 * Takes pictures out of a Word document by the names of their parts, with what is wrong with each that can't be read.
 * Returns the first, and of the others as many as `picturesBytes` allows, in the order of the names.
 * @throws UnreadableDocumentError with a reason and advice; the signal's reason if it is aborted.
 */
export function readPicturesOfDocx(source: Source, names: string[], { limits, ...options }: DocumentReadOptions = {}) {
  return picturesIn(source, 'docx_pictures', names, {
    ...options,
    limits: { milliseconds: DRAWING_MILLISECONDS, ...limits },
  });
}

async function picturesIn(
  source: Source,
  kind: 'docx_pictures' | 'encoded_pictures',
  pictures: string[],
  options: DocumentReadOptions,
): Promise<Map<string, PictureForModel | UnreadableDocumentError>> {
  const found = await readInProcess(source, { kind, pictures }, options);
  if (found.outcome !== 'pictures') throw new Error(`Pictures were ${found.outcome}.`);
  return new Map(
    found.pictures.map((each) => [
      each.name,
      'picture' in each ? pictureFrom(each.picture) : new UnreadableDocumentError(each.reason, each.message),
    ]),
  );
}

/**
 * Reads a QTI package, or an item alone, as questions.
 * @throws UnreadableDocumentError with a reason and advice
 */
export async function extractQtiPackage(source: Source, options: DocumentReadOptions = {}): Promise<QtiPackage> {
  const found = await readInProcess(source, { kind: 'qti' }, options);
  if (found.outcome !== 'questions') throw new Error(`A package was ${found.outcome}.`);
  return found.package;
}

/**
 * Takes files out of a QTI package, as many of them as `picturesBytes` allows, in the order of the names; null for one
 * that isn't there.
 * @throws UnreadableDocumentError with a reason and advice
 */
export async function extractQtiFiles(source: Source, names: string[], options: DocumentReadOptions = {}) {
  const found = await readInProcess(source, { kind: 'qti_files', pictures: names }, options);
  if (found.outcome !== 'pictures') throw new Error(`Files were ${found.outcome}.`);
  return new Map(
    found.pictures.map((each) => [
      each.name,
      'picture' in each ? Buffer.from(each.picture.base64 ?? '', 'base64') : null,
    ]),
  );
}

const pictureFrom = ({ base64, ...facts }: Base64Picture, file: Uint8Array = new Uint8Array()): PictureForModel => ({
  ...facts,
  bytes: base64 === null ? file : new Uint8Array(Buffer.from(base64, 'base64')),
});

async function readInProcess(
  source: Source,
  { kind, page, pictures }: Pick<ReaderTask, 'page' | 'pictures'> & { kind: Exclude<ReaderTask['kind'], 'recording'> },
  { owner = '', signal, limits: changed }: DocumentReadOptions,
): Promise<ReaderResult> {
  const limits = { ...DOCUMENT_LIMITS, ...changed };
  const answer = Promise.withResolvers<ReaderResult>();
  const abort = () => answer.reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  // The answer doesn't wait for the process to exit, but the slot is freed only then.
  const turn = turns.run(
    owner,
    async () => {
      const bytes = typeof source === 'function' ? await source() : source;
      mustBeReadable(bytes, kind, limits);
      if (signal?.aborted) return;
      const { answer: told, ended } = startReaderProcess({ bytes, kind, page, pictures, limits, signal });
      told.then(answer.resolve, answer.reject);
      await ended;
    },
    signal,
  );
  turn.catch(answer.reject);
  try {
    return await answer.promise;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** @throws UnreadableDocumentError */
function mustBeReadable(bytes: Uint8Array, kind: ReaderTask['kind'], limits: DocumentLimits): void {
  if (bytes.length === 0) throw new UnreadableDocumentError('empty', 'The file is empty. Choose another one.');
  const most = Math.min(
    limits.bytes,
    kind === 'html' ? limits.htmlBytes : kind === 'picture' ? limits.pictureBytes : Infinity,
  );
  if (bytes.length > most) {
    throw new UnreadableDocumentError(
      'too_large',
      `The file is larger than ${most / 1_048_576} MB. ${kind === 'picture' ? 'Save it smaller' : 'Split it and add the parts'}.`,
    );
  }
}
