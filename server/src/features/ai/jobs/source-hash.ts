import { createHash } from 'node:crypto';

/** By which it is known later what a job worked on, though the text is not kept; as `sha256` of PostgreSQL. */
export function sourceHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
