import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { DOCUMENT_LIMITS, type ReadDocument } from './document.ts';
import { limitText, normaliseText } from './readers/normalise.ts';
import { UnreadableDocument } from './unreadable-document.ts';

// What the server's thread hands over for one document.
const Task = z.object({
  bytes: z.instanceof(Uint8Array),
  kind: z.enum(['pdf', 'docx', 'html', 'text']),
  limits: z.custom<typeof DOCUMENT_LIMITS>(),
});

const { bytes, kind, limits } = Task.parse(workerData);
const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

// Each library is loaded where its kind of document is read, and a failure to load is no fault of the document.
const read = await reader();
parentPort?.postMessage(await answer());

async function reader(): Promise<() => Promise<ReadDocument> | ReadDocument> {
  if (kind === 'pdf') {
    const { readPdf } = await import('./readers/pdf.ts');
    return () => readPdf(file, limits);
  }
  if (kind === 'docx') {
    const { readDocx } = await import('./readers/docx.ts');
    return () => readDocx(file, limits);
  }
  if (kind === 'html') {
    const { readHtml } = await import('./readers/html.ts');
    return () => readHtml(file);
  }
  const { readPlainText } = await import('./readers/plain-text.ts');
  return () => readPlainText(file, limits);
}

async function answer() {
  try {
    const { title, pages, ...document } = await read();
    const text = limitText(normaliseText(document.text), limits.codePoints);
    if (text === '') throw nothingToRead();
    return { ok: true, document: { text, pages, title: title === null ? null : titleOf(title) } };
  } catch (error) {
    const { reason, message } = error instanceof UnreadableDocument ? error : damaged(error);
    return { ok: false, reason, message };
  }
}

/** One line, at most as long as the title of a source may be. */
function titleOf(title: string): string | null {
  return Array.from(normaliseText(title).replace(/\s+/g, ' ')).slice(0, 300).join('').trim() || null;
}

function nothingToRead() {
  return new UnreadableDocument(
    'empty',
    kind === 'pdf'
      ? 'The PDF has no text layer: its pages are pictures, such as scans. Run text recognition (OCR) on it first.'
      : 'The document has no text in it. Choose another one.',
  );
}

function damaged(error: unknown) {
  if (error instanceof RangeError) {
    return new UnreadableDocument(
      'damaged',
      'The document is nested too deeply to be read. Save it again as plain text.',
    );
  }
  return new UnreadableDocument(
    'damaged',
    'The file is damaged or incomplete. Open it, save it again, and add the new file.',
  );
}
