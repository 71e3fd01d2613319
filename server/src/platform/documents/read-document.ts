import pLimit from 'p-limit';
import { DOCUMENT_LIMITS, type DocumentKind, type DocumentLimits, type ReadDocument } from './document.ts';
import { UnreadableDocument } from './unreadable-document.ts';
import { startReading } from './reader-process.ts';

/** Each costs memory and a core. */
const turns = pLimit(2);

/**
 * The document as Markdown: headings, lists, tables and paragraphs, without marks inside a line, so that a passage
 * which someone quotes is found in it. Read in a process of its own, two at a time; `bytes` stays the caller's.
 *
 * @throws UnreadableDocument with its reason and what to do; the signal's reason when it aborts.
 */
export async function readDocument(
  bytes: Uint8Array,
  kind: DocumentKind,
  options: { signal?: AbortSignal; limits?: Partial<DocumentLimits> } = {},
): Promise<ReadDocument> {
  const { signal } = options;
  const limits = { ...DOCUMENT_LIMITS, ...options.limits };
  signal?.throwIfAborted();
  if (bytes.length === 0) throw new UnreadableDocument('empty', 'The file is empty. Choose another one.');
  const most = kind === 'html' ? Math.min(limits.bytes, limits.htmlBytes) : limits.bytes;
  if (bytes.length > most) {
    throw new UnreadableDocument(
      'too_large',
      `The file is larger than ${most / 1_048_576} MB. Split it and add the parts.`,
    );
  }
  const answer = Promise.withResolvers<ReadDocument>();
  const abort = () => answer.reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  // The answer doesn’t wait for the process to end, the next one's turn does.
  const turn = turns(async () => {
    if (signal?.aborted) return;
    const { document, ended } = startReading({ bytes, kind, limits, signal });
    document.then(answer.resolve, answer.reject);
    await ended;
  });
  turn.catch(answer.reject);
  try {
    return await answer.promise;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}
