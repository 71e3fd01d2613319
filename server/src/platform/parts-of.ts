import { z } from 'zod';

/** Bytes of a file in memory at a time. */
const PART = 1024 * 1024;

const Chunk = z.instanceof(Uint8Array);

/** Splits the body into parts of about the same size; the last one may be shorter. */
export async function* partsOf(body: ReadableStream): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let held = 0;
  for await (const next of body) {
    const chunk = Chunk.parse(next);
    chunks.push(chunk);
    held += chunk.length;
    if (held < PART) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    held = 0;
  }
  if (held > 0) yield Buffer.concat(chunks);
}
