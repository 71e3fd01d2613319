import { AppError } from '../../errors.ts';
import type { FairSemaphore, Release } from '../../platform/fair-semaphore.ts';

/** Makes, where one has to wait, what says that the caller has gone. */
export type Left = () => AbortSignal | undefined;

/** Made once: each has a stack, which costs more than all else of a refusal. */
const BUSY = new AppError('busy', 'Too many requests at once. Try again in a few seconds.', {
  headers: { 'retry-after': '2' },
});

/** A slot of the queue, once it is the turn of `key`. @throws AppError 503 `busy` */
export async function admitted(queue: FairSemaphore, key: string, left?: Left): Promise<Release> {
  try {
    return await queue.take(key, left);
  } catch {
    throw BUSY;
  }
}
