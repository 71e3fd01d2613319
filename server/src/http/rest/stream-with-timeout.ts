import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const KIBIBYTE = 1024;

/** How much of an answer waits for its reader while it is read from the database. */
const AHEAD = 256 * KIBIBYTE;

type Options = {
  /** How long, in milliseconds and in all, it is waited for a reader who is slower than the database. */
  patience: number;
  /** Takes bytes that are held for the reader, and answers what gives them back. @throws where there is no room */
  hold: (bytes: number) => () => void;
};

/**
 * An answer that goes out while its pieces are made. What makes them keeps a connection, so a slow reader is waited for
 * only so long; then the rest is made and held in memory, as far as that has room, and else the reader is cut off.
 * `made` resolves when nothing more is made.
 */
export function patientStream(
  pieces: AsyncIterable<string>,
  { patience, hold }: Options,
): { body: Readable; made: Promise<void> } {
  const body = new Readable({ highWaterMark: AHEAD, read: () => body.emit('wanted') });
  const held: (() => void)[] = [];
  body.once('close', () => {
    for (const giveBack of held) giveBack();
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
      const bytes = Buffer.from(piece);
      const isFull = !body.push(bytes);
      if (isFull && left > 0) await wait();
      else if (isFull) held.push(hold(bytes.length));
    }
    body.push(null);
  }

  const made = make().catch((error: unknown) => void body.destroy(error instanceof Error ? error : undefined));
  return { body, made };
}
