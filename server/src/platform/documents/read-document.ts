import { FairSemaphore } from '../concurrency/fair-semaphore.ts';
import { DOCUMENT_LIMITS, type DocumentKind, type DocumentLimits, type ReadDocument } from './document.ts';
import { UnreadableDocument } from './unreadable-document.ts';
import { READING, startReading } from './reader-process.ts';

const turns = new FairSemaphore(READING);

type Options = {
  /** Owner of the work; owners are served round-robin. */
  owner?: string;
  signal?: AbortSignal;
  limits?: Partial<DocumentLimits>;
};

/**
 * Extracts a document's text as Markdown: headings, lists, tables and paragraphs, without inline marks, so that quoted
 * passages can be found in it. Runs in a separate process, two at a time (rules/bounds 10).
 * @param source The bytes, or a function that loads them. It is called when a slot is free, so that waiting documents
 *   take no memory.
 * @throws UnreadableDocument with a reason and advice; the signal's reason if it is aborted.
 */
export async function readDocument(
  source: Uint8Array | (() => Promise<Uint8Array>),
  kind: DocumentKind,
  { owner = '', signal, limits: changed }: Options = {},
): Promise<ReadDocument> {
  const limits = { ...DOCUMENT_LIMITS, ...changed };
  const answer = Promise.withResolvers<ReadDocument>();
  const abort = () => answer.reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  // The answer doesn't wait for the process to exit, but the slot is freed only then.
  const turn = turns.run(
    owner,
    async () => {
      const bytes = typeof source === 'function' ? await source() : source;
      mustBeReadable(bytes, kind, limits);
      if (signal?.aborted) return;
      const { answer: told, ended } = startReading({ bytes, kind, limits, signal });
      told.then((found) => {
        if (found.outcome === 'read') answer.resolve(found.document);
        else answer.reject(new Error('A document was measured as a recording.'));
      }, answer.reject);
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

/** @throws UnreadableDocument */
function mustBeReadable(bytes: Uint8Array, kind: DocumentKind, limits: DocumentLimits): void {
  if (bytes.length === 0) throw new UnreadableDocument('empty', 'The file is empty. Choose another one.');
  const most = kind === 'html' ? Math.min(limits.bytes, limits.htmlBytes) : limits.bytes;
  if (bytes.length > most) {
    throw new UnreadableDocument(
      'too_large',
      `The file is larger than ${most / 1_048_576} MB. Split it and add the parts.`,
    );
  }
}
