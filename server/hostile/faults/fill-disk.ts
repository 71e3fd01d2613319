import { closeSync, openSync, writeSync } from 'node:fs';

/** Appends to `file` until its file system has no room left. */
export function fillDisk(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (const size of [64 * 1024, 4 * 1024]) {
      const chunk = Buffer.alloc(size);
      try {
        for (;;) writeSync(descriptor, chunk);
      } catch {
        // Not even so much has room.
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
