import { fork } from 'node:child_process';
import os from 'node:os';
import { createConfinedNodeOptions } from './confined-process.ts';
import type { DocumentLimits } from './document.ts';
import { type ReaderResult, LIFELINE_DESCRIPTOR, ReaderOutcome, type ReaderTask } from './reader-messages.ts';
import { UnreadableDocumentError } from './unreadable-document.ts';

type Task = {
  bytes: Uint8Array;
  kind: ReaderTask['kind'];
  page?: number | undefined;
  pictures?: string[] | undefined;
  limits: DocumentLimits;
  signal: AbortSignal | undefined;
};

/** Resident memory of a process that has read a small document: Node's code and heap, and the libraries. */
const NODE_ITSELF = 128 * 1_048_576;

/** Processes at a time: each takes memory and a core, and starting one stalls a large server. */
export const READER_PROCESS_CONCURRENCY = { slots: 2, share: 1 };

/**
 * Gives the server and its database, which users wait for, nine times the process's share of a busy CPU; the process
 * has all of an idle one. At a lower priority, a normal document could miss its time limit on a busy machine.
 */
const NICENESS = 10;

/**
 * Signals of a process that ran out of memory: V8 aborts at its heap limit (or traps, in deeper code); the process's
 * watch thread and the kernel kill.
 */
const OUT_OF_MEMORY = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL']);

/**
 * Starts a process that reads one document, or measures a recording, and then ends. `answer` resolves with its result,
 * `ended` when the process has ended.
 */
export function startReaderProcess({ bytes, kind, page, pictures, limits, signal }: Task) {
  const residentBytes = NODE_ITSELF + limits.memoryBytes + bytes.length;
  const task: ReaderTask = { kind, page, pictures, size: bytes.length, limits, residentBytes };
  const entry = new URL('./document-reader.ts', import.meta.url);
  const child = fork(entry, [JSON.stringify(task)], {
    execArgv: [
      `--max-old-space-size=${Math.ceil(limits.memoryBytes / 1_048_576)}`,
      '--max-semi-space-size=8',
      ...createConfinedNodeOptions(entry, { addons: /^(?:encoded|written)_/.test(kind) }),
    ],
    // Neither the server's secrets nor its options.
    env: {},
    // Output of a library could quote the document. The last pipe closes when the server exits.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc', 'pipe'],
  });
  giveWay(child.pid);
  const { promise: answer, resolve, reject } = Promise.withResolvers<ReaderResult>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const stop = (reason: unknown) => {
    reject(reason);
    child.kill('SIGKILL');
  };
  const abort = () => stop(signal?.reason);
  const clock = setTimeout(() => stop(tooSlow(limits)), limits.milliseconds);
  signal?.addEventListener('abort', abort, { once: true });

  child.once('message', (message) => {
    const { data: told, error } = ReaderOutcome.safeParse(message);
    if (told?.outcome === 'unreadable') reject(new UnreadableDocumentError(told.reason, told.message));
    else if (told === undefined || told.outcome === 'failed') {
      reject(error ?? new Error(`The document’s reader failed: ${told?.message}`));
    } else resolve(told);
    child.kill('SIGKILL');
  });
  child.once('exit', (code, killed) => {
    reject(OUT_OF_MEMORY.has(killed) ? tooMuchMemory() : new Error(`The document’s reader ended: ${killed ?? code}.`));
    end();
  });
  child.on('error', (error) => {
    stop(error);
    // The process never started, so it never exits.
    if (child.pid === undefined) end();
  });
  void ended.then(() => {
    clearTimeout(clock);
    signal?.removeEventListener('abort', abort);
  });
  // Pipes break when the process is killed; its exit event carries the reason.
  child.stdio[LIFELINE_DESCRIPTOR]?.on('error', () => {});
  child.stdin?.on('error', () => {}).end(bytes);
  return { answer, ended };
}

function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, NICENESS);
  } catch {
    // It has already exited, or this system doesn't allow priorities. The document is read anyway.
  }
}

function tooMuchMemory() {
  return new UnreadableDocumentError(
    'too_large',
    'The document takes more memory to read than is allowed. Save it again without what isn’t text, or split it.',
  );
}

function tooSlow({ milliseconds }: DocumentLimits) {
  return new UnreadableDocumentError(
    'too_slow',
    `The document could not be read within ${milliseconds / 1_000} seconds. Save it again as plain text, or split it.`,
  );
}
