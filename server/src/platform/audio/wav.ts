import { skip, take, type Parser } from './asked-bytes.ts';

/** Formats of samples that stand side by side: PCM, floats, A-law, µ-law, and those by their extension. */
const PLAIN = new Set([1, 3, 6, 7, 0xfffe]);

/** By the bytes that are there, whatever its header says of them: it is written before they are. */
export function* wavLength(found: (seconds: number) => void): Parser {
  yield* skip(12);
  let perSecond = 0;
  for (;;) {
    const chunk = yield* take(8);
    const name = chunk.toString('latin1', 0, 4);
    const size = chunk.readUInt32LE(4);
    if (name === 'data') break;
    const body = yield* take(name === 'fmt ' ? Math.min(size, 16) : 0);
    if (name === 'fmt ') perSecond = bytesPerSecond(body);
    // Of an odd length it is followed by one byte more.
    yield* skip(size + (size % 2) - body.length);
  }
  if (perSecond === 0) return;
  for (let bytes = 0; ; bytes += (yield { all: true }).length) found(bytes / perSecond);
}

function bytesPerSecond(format: Buffer): number {
  if (!PLAIN.has(format.readUInt16LE(0))) return format.readUInt32LE(8);
  const [channels, rate, bits] = [format.readUInt16LE(2), format.readUInt32LE(4), format.readUInt16LE(14)];
  return channels * rate * Math.ceil(bits / 8);
}
