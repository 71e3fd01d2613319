import { z } from 'zod';

/** Bytes of a file in memory at a time. */
const PART = 1024 * 1024;

const Chunk = z.instanceof(Uint8Array);

/** The body in parts of about one size, of which the last may be shorter. */
export async function* splitStream(body: ReadableStream): AsyncGenerator<Buffer> {
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
