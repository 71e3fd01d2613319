import path from 'node:path';
import { openFolder } from './folder-storage.ts';
import { openBucket } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** Opens the configured storage: a bucket of an S3-compatible service, or a folder in `DATA_DIR`. */
export function openStorage({ storageUrl, dataDir }: { storageUrl: string | undefined; dataDir: string }): Storage {
  return storageUrl === undefined ? openFolder(path.join(dataDir, 'storage')) : openBucket(storageUrl);
}
