import { AppError } from '../../core/errors.ts';
import type { FairSemaphore, ReleaseSlot } from '../../platform/concurrency/fair-semaphore.ts';

/** Creates the signal that the caller has disconnected. Called only if the request has to wait. */
export type GetDisconnectSignal = () => AbortSignal | undefined;

/** Created once: each error captures a stack trace, which costs more than the rest of a refusal. */
export const SERVER_BUSY_ERROR = new AppError('busy', 'Too many requests at once. Try again in a few seconds.', {
  headers: { 'retry-after': '2' },
});

/** Waits for a slot of the queue for `key`. @throws AppError 503 `busy` */
export async function waitForSlot(queue: FairSemaphore, key: string, left?: GetDisconnectSignal): Promise<ReleaseSlot> {
  try {
    return await queue.take(key, left);
  } catch {
    throw SERVER_BUSY_ERROR;
  }
}
