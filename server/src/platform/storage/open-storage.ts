import path from 'node:path';
import { openFolderStorage } from './folder-storage.ts';
import { openBucketStorage } from './s3-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

/** Opens the configured storage: a bucket of an S3-compatible service, or a folder in `DATA_DIR`. */
export function openStorage({
  storageUrl,
  dataDir,
}: {
  storageUrl: string | undefined;
  dataDir: string;
}): ObjectStorage {
  return storageUrl === undefined ? openFolderStorage(path.join(dataDir, 'storage')) : openBucketStorage(storageUrl);
}
