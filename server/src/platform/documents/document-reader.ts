import { once } from 'node:events';
import { readSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { dropProcessPermissions } from './confined-process.ts';
import type { ExtractedDocument } from './document.ts';
import { type ReaderResult, LIFELINE_DESCRIPTOR, ReaderTask, type ReaderOutcome } from './reader-messages.ts';
import { requireTextWithinLimit, normaliseText } from './readers/normalise.ts';
import { UnreadableDocumentError } from './unreadable-document.ts';

/**
 * Takes the network from this thread before a library is loaded, because Node's permissions don't cover it: nothing
 * connects, listens, sends or looks a name up any more. HTTP, TLS and `fetch` do all of it through these.
 */
function cutOff(): void {
  for (const [{ prototype }, names] of [
    [net.Socket, ['connect']],
    [net.Server, ['listen']],
    [dgram.Socket, ['bind', 'connect', 'send']],
  ] as const) {
    for (const name of names) refuse(prototype, name);
  }
  for (const lookups of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    for (const name of namesOf(lookups)) if (/^(?:lookup|resolve|reverse)/.test(name)) refuse(lookups, name);
  }
  syncBuiltinESMExports();
}

/** Returns the names of an object and of what it inherits: both kinds of resolvers share their lookups. */
const namesOf = (of: object | null): string[] =>
  of === null || of === Object.prototype
    ? []
    : [...Object.getOwnPropertyNames(of), ...namesOf(Object.getPrototypeOf(of))];

function refuse(of: object, name: string): void {
  const value = () => {
    throw Object.assign(new Error('A document is read without the network.'), { code: 'ERR_ACCESS_DENIED' });
  };
  Object.defineProperty(of, name, { value, writable: false, configurable: false });
}

// Entry point of a process that reads one document and is killed after it has answered; see reader-process.ts.
const {
  kind,
  page = 1,
  pictures = [],
  size,
  limits,
  residentBytes,
} = ReaderTask.parse(JSON.parse(process.argv[2] ?? ''));

// Ctrl+C reaches every process of the terminal, but the server still waits for this one's answer.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
beFirstToGo();
// Starts reading only after the watch thread is running.
const watch = new Worker(new URL('./reader-watch.ts', import.meta.url), { argv: [LIFELINE_DESCRIPTOR, residentBytes] });
await once(watch, 'message');
dropProcessPermissions();
cutOff();
process.send?.(await answer());

async function answer(): Promise<ReaderOutcome> {
  let read: () => Promise<ReaderResult>;
  try {
    const file = documentFromServer();
    read = await readerFor(file);
  } catch (error) {
    return { outcome: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
  try {
    return await read();
  } catch (error) {
    const { reason, message } = error instanceof UnreadableDocumentError ? error : damaged(error);
    return { outcome: 'unreadable', reason, message };
  }
}

function readerFor(file: Buffer): Promise<() => Promise<ReaderResult>> {
  if (kind === 'recording') return measurer(file);
  if (/^(?:slides|table)_of_|^qti$/.test(kind)) return partsReader(file);
  const isPicture = /picture|portrait|^pdf_page$|^qti_files$/.test(kind);
  return isPicture ? pictureReader(file) : documentReader(file);
}

async function pictureReader(file: Buffer): Promise<() => Promise<ReaderResult>> {
  if (kind === 'picture') {
    const { checkPictureHeaders } = await import('./readers/picture.ts');
    return async () => ({ outcome: 'pictured', picture: { base64: null, ...checkPictureHeaders(file, limits) } });
  }
  if (kind === 'encoded_picture' || kind === 'encoded_portrait' || kind === 'written_picture') {
    const { checkReencodedPicture, reencodePicture, encodeSquarePortrait } =
      await import('./readers/encode-picture.ts');
    const read = {
      encoded_picture: reencodePicture,
      encoded_portrait: encodeSquarePortrait,
      written_picture: checkReencodedPicture,
    }[kind];
    return async () => ({ outcome: 'pictured', picture: await read(file, limits) });
  }
  if (kind === 'docx_pictures') {
    const { extractArchivePictures } = await import('./readers/docx-pictures.ts');
    const { checkPictureHeaders } = await import('./readers/picture.ts');
    const read = (content: Buffer) => ({ base64: content.toString('base64'), ...checkPictureHeaders(content, limits) });
    return async () => ({ outcome: 'pictures', pictures: await extractArchivePictures(file, pictures, limits, read) });
  }
  if (kind === 'qti_files') {
    const { extractArchivePictures } = await import('./readers/docx-pictures.ts');
    const read = (content: Buffer) => ({ base64: content.toString('base64'), mediaType: '', width: 0, height: 0 });
    return async () => ({ outcome: 'pictures', pictures: await extractArchivePictures(file, pictures, limits, read) });
  }
  if (kind === 'encoded_pictures') {
    const { extractArchivePictures } = await import('./readers/docx-pictures.ts');
    const { reencodePicture } = await import('./readers/encode-picture.ts');
    const read = (content: Buffer) =>
      reencodePicture(content, limits).catch(() => {
        throw new UnreadableDocumentError('damaged', 'The picture is damaged or too large.');
      });
    return async () => ({ outcome: 'pictures', pictures: await extractArchivePictures(file, pictures, limits, read) });
  }
  const { drawPdfPagePictures } = await import('./readers/pdf-page.ts');
  return async () => ({ outcome: 'pictured', picture: await drawPdfPagePictures(file, page, limits) });
}

async function measurer(file: Buffer): Promise<() => Promise<ReaderResult>> {
  const { secondsOfRecording } = await import('./readers/recording.ts');
  return async () => ({ outcome: 'measured', seconds: await secondsOfRecording(file) });
}

async function partsReader(file: Buffer): Promise<() => Promise<ReaderResult>> {
  if (kind === 'qti') {
    const { readQtiPackage } = await import('./readers/qti/package.ts');
    return async () => ({ outcome: 'questions', package: await readQtiPackage(file, limits) });
  }
  if (kind === 'table_of_xlsx') {
    const { firstTableOfXlsx } = await import('./readers/xlsx.ts');
    return async () => ({ outcome: 'table', table: await firstTableOfXlsx(file, limits) });
  }
  const { prepareSlidesForImport } = await import('./readers/slides.ts');
  const slides =
    kind === 'slides_of_odp'
      ? (await import('./readers/odp.ts')).slidesOfOdp
      : (await import('./readers/pptx.ts')).readPptxSlides;
  return async () => ({ outcome: 'slides', slides: prepareSlidesForImport(await slides(file, limits), limits) });
}

async function documentReader(file: Buffer): Promise<() => Promise<ReaderResult>> {
  const read = await reader(file);
  return async () => {
    const { title, pages, scan, ...document } = await read();
    const text = requireTextWithinLimit(normaliseText(document.text), limits.codePoints);
    if (text === '' && !scan) throw nothingToRead();
    return { outcome: 'read', document: { text, pages, scan, title: title === null ? null : sourceTitle(title) } };
  };
}

/** Each library is loaded where its kind of document is read, and a failure to load is no fault of the document. */
async function reader(file: Buffer): Promise<() => Promise<ExtractedDocument> | ExtractedDocument> {
  if (kind === 'pdf') {
    const { readPdf } = await import('./readers/pdf.ts');
    return () => readPdf(file, limits);
  }
  if (kind === 'docx') {
    const { readDocx } = await import('./readers/docx.ts');
    return () => readDocx(file, limits);
  }
  if (kind === 'pptx') {
    const { readPptx } = await import('./readers/pptx.ts');
    return () => readPptx(file, limits);
  }
  if (kind === 'odp') {
    const { readOdp } = await import('./readers/odp.ts');
    return () => readOdp(file, limits);
  }
  if (kind === 'xlsx') {
    const { readXlsx } = await import('./readers/xlsx.ts');
    return () => readXlsx(file, limits);
  }
  if (kind === 'html') {
    const { readHtml } = await import('./readers/html.ts');
    return () => readHtml(file);
  }
  const { readPlainText } = await import('./readers/decode-text.ts');
  return () => readPlainText(file, limits);
}

/** Reads all of stdin into one buffer of its size, because concatenating chunks would take twice the memory. */
function documentFromServer(): Buffer {
  const file = Buffer.allocUnsafeSlow(size);
  for (let length = 0; length < size;) {
    const more = readSync(0, file, length, size - length, null);
    if (more === 0) throw new Error('The document ended early.');
    length += more;
  }
  return file;
}

/** Makes Linux kill this process instead of the server when the machine runs out of memory. */
function beFirstToGo(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or a container that forbids it.
  }
}

/** Returns the title on one line, cut to the maximum length of a source's title. */
function sourceTitle(title: string): string | null {
  return Array.from(normaliseText(title).replace(/\s+/g, ' ')).slice(0, 300).join('').trim() || null;
}

function nothingToRead() {
  return new UnreadableDocumentError('empty', 'The document has no text in it. Choose another one.');
}

function damaged(error: unknown) {
  if (error instanceof RangeError) {
    return new UnreadableDocumentError(
      'damaged',
      'The document is nested too deeply to be read. Save it again as plain text.',
    );
  }
  return new UnreadableDocumentError(
    'damaged',
    'The file is damaged or incomplete. Open it, save it again, and add the new file.',
  );
}
