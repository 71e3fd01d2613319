import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Bounds } from './limits.ts';

/** Milliseconds between two rounds of reading. */
const EVERY = 50;

/** Minimum bytes read of one body per round: the size of a chunk of a socket. */
const LEAST = 64 * 1024;

/**
 * Discards the rest of request bodies that won't be read, so that senders receive the response: many clients read it
 * only after they have sent everything. The total speed is limited and shared round-robin, or else a few endless
 * senders would keep the process busy. Each body has a time limit, after which its connection is closed.
 */
export function discardRest(app: FastifyInstance, { discarded }: Bounds): (raw: IncomingMessage) => void {
  const perTurn = (discarded.bytesPerSecond * EVERY) / 1000;
  /** Bytes that each request may still deliver in its round; the first has waited longest. */
  const waiting = new Map<IncomingMessage, number>();
  let reading: NodeJS.Timeout | undefined;

  function readOn() {
    const inTurn = [...waiting.keys()].slice(0, Math.ceil(perTurn / LEAST));
    for (const raw of inTurn) {
      waiting.delete(raw);
      waiting.set(raw, perTurn / inTurn.length);
      raw.resume();
    }
    if (waiting.size > 0) return;
    clearInterval(reading);
    reading = undefined;
  }
  app.addHook('preClose', (done) => {
    for (const raw of waiting.keys()) raw.destroy();
    done();
  });

  return (raw) => {
    const cut = setTimeout(() => raw.destroy(), discarded.within).unref();
    const end = () => {
      clearTimeout(cut);
      waiting.delete(raw);
    };
    // Until the stream has been read once, Node discards the data itself at full speed.
    raw.read();
    raw.on('end', end).on('close', end).on('error', end);
    raw.on('data', (chunk: Buffer) => {
      const left = (waiting.get(raw) ?? 0) - chunk.length;
      waiting.set(raw, left);
      if (left <= 0) raw.pause();
    });
    raw.pause();
    waiting.set(raw, 0);
    reading ??= setInterval(readOn, EVERY).unref();
  };
}
