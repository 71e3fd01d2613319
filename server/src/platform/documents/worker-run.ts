import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { ReadDocument, type DocumentKind, type DocumentLimits } from './document.ts';
import { UnreadableDocument, UnreadableReason } from './unreadable-document.ts';

const Answer = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), document: ReadDocument }),
  z.strictObject({ ok: z.literal(false), reason: UnreadableReason, message: z.string() }),
]);

type Task = { bytes: Uint8Array; kind: DocumentKind; limits: DocumentLimits; signal: AbortSignal | undefined };

/** Reads one document in a thread that ends with it: `document` is its answer, `ended` when the thread is gone. */
export function startReading({ bytes, kind, limits, signal }: Task) {
  // A copy, so that the caller's bytes stay usable; it is handed over, not copied again.
  const copy = new Uint8Array(bytes);
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    workerData: { bytes: copy, kind, limits },
    transferList: [copy.buffer],
    env: {},
    execArgv: [],
    // What a library prints could quote the document.
    stdout: true,
    stderr: true,
    // Twice what the watch below allows: V8 may end the whole process at this limit, so the watch has to come first.
    resourceLimits: { maxOldGenerationSizeMb: (2 * limits.memoryBytes) / 1_048_576, maxYoungGenerationSizeMb: 16 },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const { promise: document, resolve, reject } = Promise.withResolvers<ReadDocument>();
  worker.once('message', (message: unknown) => {
    const answer = Answer.parse(message);
    if (answer.ok) resolve(answer.document);
    else reject(new UnreadableDocument(answer.reason, answer.message));
  });
  worker.once('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory() : error),
  );
  const ended = new Promise<void>((done) => worker.once('exit', () => done()));
  void ended.then(() => reject(new Error('The document’s worker ended without an answer.')));

  const stop = (reason: unknown) => {
    reject(reason);
    void worker.terminate();
  };
  const clock = setTimeout(() => stop(tooSlow(limits)), limits.milliseconds);
  let watch: NodeJS.Timeout | undefined;
  // Not before it is online: a question that comes earlier is never answered. One at a time: a busy thread answers late.
  worker.once('online', () => {
    let asking = false;
    watch = setInterval(() => {
      if (asking) return;
      asking = true;
      worker.getHeapStatistics().then(
        ({ used_heap_size: heap, external_memory: buffers }) => {
          asking = false;
          if (heap + buffers > limits.memoryBytes + bytes.length) stop(tooMuchMemory());
        },
        // It has ended; the exit says so.
        () => {},
      );
    }, 50);
  });
  const abort = () => stop(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  void ended.then(() => {
    clearTimeout(clock);
    clearInterval(watch);
    signal?.removeEventListener('abort', abort);
  });
  return { document, ended };
}

function tooMuchMemory() {
  return new UnreadableDocument(
    'too_large',
    'The document takes more memory to read than is allowed. Save it again without what isn’t text, or split it.',
  );
}

function tooSlow({ milliseconds }: DocumentLimits) {
  return new UnreadableDocument(
    'too_slow',
    `The document could not be read within ${milliseconds / 1_000} seconds. Save it again as plain text, or split it.`,
  );
}
