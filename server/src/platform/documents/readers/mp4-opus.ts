import { secondsOfOpusPacket } from './measure-opus.ts';

/** Boxes that say where the samples of a track are. Places have 32 or 64 bits. */
export type Mp4SampleTables = { sizes: Buffer; perChunk: Buffer; places: Buffer; isLong: boolean };

/**
 * Returns how long the Opus packets of a track last by themselves, in seconds: its times need not be true. Null if it
 * has more packets than bytes, or no places.
 */
export function measureMp4OpusSeconds(
  file: Buffer,
  { sizes, perChunk, places, isLong }: Mp4SampleTables,
): number | null {
  const [usual, count] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)];
  if (count > file.length) return null;
  const [bytes, chunks] = [isLong ? 8 : 4, places.readUInt32BE(4)];
  let seconds = 0;
  let sample = 0;
  let entry = -1;
  let following = 1;
  let inChunk = 0;
  for (let chunk = 1; chunk <= chunks && sample < count; chunk++) {
    if (chunk === following) {
      entry++;
      inChunk = perChunk.readUInt32BE(12 + entry * 12);
      following = entry + 1 < perChunk.readUInt32BE(4) ? perChunk.readUInt32BE(8 + (entry + 1) * 12) : 0;
    }
    const place = 8 + (chunk - 1) * bytes;
    let at = isLong ? Number(places.readBigUInt64BE(place)) : places.readUInt32BE(place);
    for (let n = 0; n < inChunk && sample < count; n++, sample++) {
      seconds += secondsOfOpusPacket(file, at);
      at += usual || sizes.readUInt32BE(12 + sample * 4);
    }
  }
  return sample < count ? null : seconds;
}

/** Beginning of a run of samples: of its fragment's data, and of the samples before it. */
type RunPlace = { base: number; next: number; usual: number };

/** Bits of a run that say which values each of its samples has, in their order. */
const VALUES = [0x100, 0x200, 0x400, 0x800];
const SIZE = 0x200;

/** Returns how long the Opus packets of a run last, in seconds, and where it ends. Null if it has more than bytes. */
export function measureOpusTrackRun(
  file: Buffer,
  run: Buffer,
  { base, next, usual }: RunPlace,
): { seconds: number; next: number } | null {
  const flags = run.readUInt32BE(0);
  const count = run.readUInt32BE(4);
  if (count > file.length) return null;
  const each = 4 * VALUES.filter((flag) => flags & flag).length;
  let entry = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0) + (flags & 0x100 ? 4 : 0);
  let at = flags & 0x1 ? base + run.readInt32BE(8) : next;
  let seconds = 0;
  for (let n = 0; n < count; n++, entry += each) {
    seconds += secondsOfOpusPacket(file, at);
    at += flags & SIZE ? run.readUInt32BE(entry) : usual;
  }
  return { seconds, next: at };
}
