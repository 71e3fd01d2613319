import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../core/config.ts';
import { type Finding, ok, wrong } from './finding.ts';

const TOPIC = 'disk';
const GIBIBYTE = 1024 ** 3;

/** Minimum free bytes: enough for documents, logs and database growth until the operator notices. */
const LEAST_FREE = GIBIBYTE;

/**
 * Checks the disk of DATA_DIR, which contains the keyring and the embedded database. The disk of an external database
 * isn't checked.
 */
export function examineDisk({ dataDir }: Config): Finding {
  const there = nearest(dataDir);
  const { bavail, bsize } = statfsSync(there);
  const free = bavail * bsize;
  const facts = { data_dir: dataDir, exists: there === dataDir, free_bytes: free };
  const says = `${dataDir} has ${(free / GIBIBYTE).toFixed(1)} GiB free`;
  if (free < LEAST_FREE) return wrong(TOPIC, says, 'make room there', facts);
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return wrong(TOPIC, `${there} cannot be written by this user`, 'give it to the user that runs the server', facts);
  }
  return ok(TOPIC, says, facts);
}

/** Returns the folder, or its nearest existing parent. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(path.dirname(folder));
}
