import { FairSemaphore, QueueRefusedError } from '../concurrency/fair-semaphore.ts';
import { type ObjectStorage, StorageUnavailableError } from './object-storage.ts';

/**
 * Objects that are stored at a time, one for each workspace: many at once would take the machine from everybody else.
 */
const storing = new FairSemaphore({ slots: 4, share: 1, rest: 100, patience: 60_000 });

/**
 * Stores an object in its workspace's turn. Gives up after waiting for a minute behind a storage that doesn't respond.
 * @throws StorageUnavailableError
 */
export async function storeObjectInTurn(
  { place }: Pick<ObjectStorage, 'place'>,
  workspaceId: string,
  store: () => Promise<void>,
): Promise<void> {
  try {
    await storing.run(workspaceId, store);
  } catch (error) {
    throw error instanceof QueueRefusedError ? new StorageUnavailableError(`${place} is too slow`) : error;
  }
}
