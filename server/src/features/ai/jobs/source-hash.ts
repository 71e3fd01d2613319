import { createHash } from 'node:crypto';

/** SHA-256 that identifies a job's source although the text isn't kept; computed as by PostgreSQL's `sha256`. */
export function sourceHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
