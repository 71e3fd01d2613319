import { AppError } from '../../core/errors.ts';
import type { FairSemaphore, Release } from '../../platform/concurrency/fair-semaphore.ts';

/** Creates the signal that the caller has disconnected. Called only if the request has to wait. */
export type DisconnectSignal = () => AbortSignal | undefined;

/** Created once: each error captures a stack trace, which costs more than the rest of a refusal. */
export const SERVER_BUSY = new AppError('busy', 'Too many requests at once. Try again in a few seconds.', {
  headers: { 'retry-after': '2' },
});

/** Waits for a slot of the queue for `key`. @throws AppError 503 `busy` */
export async function waitForSlot(queue: FairSemaphore, key: string, left?: DisconnectSignal): Promise<Release> {
  try {
    return await queue.take(key, left);
  } catch {
    throw SERVER_BUSY;
  }
}
