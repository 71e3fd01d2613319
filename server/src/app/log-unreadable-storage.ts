import type { Log } from '../platform/log.ts';
import { type ObjectStorage, StorageUnavailableError } from '../platform/storage/object-storage.ts';

/** Logs an error if the storage can't be read; everything but files works without it. */
export async function logUnreadableStorage(storage: ObjectStorage, log: Pick<Log, 'error'>): Promise<void> {
  try {
    await storage.read('start', { start: 0, end: 1 });
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    log.error({ storage: storage.place }, `${error.message}. Check STORAGE_URL: key, secret, bucket and region`);
  }
}
