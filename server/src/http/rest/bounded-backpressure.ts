import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const KIBIBYTE = 1024;

/** Bytes of a response buffered for its client while the rest is read from the database. */
const AHEAD = 256 * KIBIBYTE;

type Options = {
  /** Milliseconds, in total, to wait for a client that reads more slowly than the database. */
  patience: number;
  /** Reserves memory for buffered bytes and returns the function that frees it. @throws if there is no room */
  reserveBytes: (bytes: number) => () => void;
};

/**
 * Streams a response while its pieces are produced. The producer uses a database connection, so the stream waits for a
 * slow client for a limited time only. After that it buffers the rest in memory, or disconnects the client if there is
 * no room. `made` resolves when production has ended.
 */
export function streamWithBoundedBackpressure(
  pieces: AsyncIterable<string | Buffer>,
  { patience, reserveBytes }: Options,
): { body: Readable; made: Promise<void> } {
  const body = new Readable({ highWaterMark: AHEAD, read: () => body.emit('wanted') });
  const reserved: (() => void)[] = [];
  body.once('close', () => {
    for (const release of reserved) release();
  });
  let left = patience;

  async function wait(): Promise<void> {
    const began = performance.now();
    const given = new AbortController();
    const { signal } = given;
    const wanted = Promise.race([once(body, 'wanted', { signal }), once(body, 'close', { signal })]);
    await Promise.race([wanted, sleep(left, undefined, { signal })]).finally(() => given.abort());
    left -= performance.now() - began;
  }

  async function make(): Promise<void> {
    for await (const piece of pieces) {
      if (body.destroyed) return;
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      const isFull = !body.push(bytes);
      if (isFull && left > 0) await wait();
      else if (isFull) reserved.push(reserveBytes(bytes.length));
    }
    body.push(null);
  }

  const made = make().catch((error: unknown) => void body.destroy(error instanceof Error ? error : undefined));
  return { body, made };
}
