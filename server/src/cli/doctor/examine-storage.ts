import type { Config } from '../../core/config.ts';
import { newId } from '../../platform/ids.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { type Finding, createOkFinding, createWrongFinding } from './finding.ts';

const TOPIC = 'storage';

/** Stores an object in the bucket, reads it and removes it. A folder is created when it is needed. */
export async function examineStorage(config: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<Finding> {
  const storage = openStorage(config);
  const facts = { storage: storage.place };
  if (config.storageUrl === undefined) return createOkFinding(TOPIC, `files are in ${storage.place}`, facts);
  const name = `doctor/${newId()}`;
  try {
    await storage.put(name, Buffer.from('ok'));
    const found = await storage.read(name, { start: 0, end: 2 });
    await storage.remove(name);
    if (found?.length === 2) return createOkFinding(TOPIC, `${storage.place} stores and reads`, facts);
    return createWrongFinding(TOPIC, `${storage.place} doesn’t return what was stored`, 'check STORAGE_URL', facts);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return createWrongFinding(TOPIC, reason, 'check STORAGE_URL: key, secret, bucket and region', facts);
  }
}
