import type { Live } from '../platform/live.ts';

/** What a subscription hands out. It can be left at any time, and be pulled ahead of whoever reads. */
export type Watched<T> = AsyncIterableIterator<T, void, void>;

type Options<T> = {
  live: Live;
  topic: string;
  /** Reads what is watched; it fails when that is gone, or may not be seen any more. */
  look: () => Promise<T>;
  signal: AbortSignal | undefined;
  isLast: (seen: T) => boolean;
};

/** What `look` finds now, and again after each change of `topic`, up to what `isLast` says. */
export function watch<T>(options: Options<T>): Watched<T> {
  return heldBack(looks(options));
}

async function* looks<T>({ live, topic, look, signal, isLast }: Options<T>): AsyncGenerator<T, void, void> {
  for await (const _ of live.ticks(topic, signal)) {
    const seen = await look();
    yield seen;
    if (isLast(seen)) return;
  }
  // Nobody reads any more: who left knows it, and at the longest duration tRPC has closed the stream before.
  if (signal?.aborted) return;
  // Not its end, only that of the stream, because the server stops perhaps: the client begins another one.
  throw new DOMException('The stream ends before what it follows does', 'AbortError');
}

/**
 * The same steps, but a failed one waits until somebody asks for it, and does no harm if nobody does. tRPC asks for the
 * next step before it hands out the present one: while a client reads slowly, or has left, that promise has no handler
 * yet, and its rejection would end the process.
 */
function heldBack<T>(steps: AsyncGenerator<T, void, void>): Watched<T> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      const step = steps.next();
      step.catch(() => undefined);
      return step;
    },
    return: () => steps.return(),
  };
}
