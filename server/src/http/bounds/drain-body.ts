import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Bounds } from './limits.ts';

/** How often what waits is read on, in milliseconds. */
const EVERY = 50;

/** The least that is read of one body at a time, in bytes: what comes from a connection at once. */
const LEAST = 64 * 1024;

/**
 * Throws away what comes in of bodies that nobody reads any more, so that their senders see the answer, which many look
 * for only when all is sent. All of them together are read at a bounded speed, in turn, or else a few who send without
 * end would keep the process at it; and each for a bounded time, after which its connection is cut.
 */
export function discardRest(app: FastifyInstance, { discarded }: Bounds): (raw: IncomingMessage) => void {
  const perTurn = (discarded.bytesPerSecond * EVERY) / 1000;
  /** How many bytes each may still have in its turn; the first of them has waited longest. */
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
    // Until somebody has read of it once, Node itself would throw it away, and as fast as it comes.
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
