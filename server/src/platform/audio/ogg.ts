import { skip, take, type Parser } from './asked-bytes.ts';

const BEGINS = 2;

/** By the positions of its pages. Streams one after the other are played so, and are added up. */
export function* oggLength(found: (seconds: number) => void): Parser {
  const rates = new Map<number, number>();
  let before = 0;
  let last = 0;
  for (;;) {
    const page = yield* take(27);
    if (page.toString('latin1', 0, 4) !== 'OggS') return;
    const lengths = yield* take(page.readUInt8(26));
    const size = lengths.reduce((sum, length) => sum + length, 0);
    const stream = page.readUInt32LE(14);
    const start = yield* take(Math.min(size, 16));
    yield* skip(size - start.length);
    if (page.readUInt8(5) & BEGINS) {
      before += last;
      last = 0;
      const rate = sampleRate(start);
      if (rate === null || rates.size > 100) return;
      rates.set(stream, rate);
    }
    const position = page.readBigInt64LE(6);
    const rate = rates.get(stream);
    if (rate === undefined || position < 0n) continue;
    last = Math.max(last, Number(position) / rate);
    found(before + last);
  }
}

/** Opus is counted at 48 kHz, whatever it was recorded at. */
function sampleRate(head: Buffer): number | null {
  if (head.toString('latin1', 0, 8) === 'OpusHead') return 48_000;
  if (head.toString('latin1', 0, 7) === '\u0001vorbis') return head.readUInt32LE(12) || null;
  return null;
}
