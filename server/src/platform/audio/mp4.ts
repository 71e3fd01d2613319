import { skip, take, type Parser } from './asked-bytes.ts';

const OPENED = new Set(['moov', 'mvex', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);
/** Boxes that say how long it is, or in which unit. */
const READ = new Set(['mvhd', 'mdhd', 'stts', 'trex', 'tfhd', 'tfdt', 'trun']);
/** Of one box, in bytes. */
const MOST = 65_536;

/**
 * By what its header says and by the times of its samples, whichever is longer: recorders write fragments behind a
 * header that says nothing.
 */
export function* mp4Length(found: (seconds: number) => void): Parser {
  /** Of a second, of the track that was read last. */
  let units = 0;
  let usual = 0;
  let ofFragment = 0;
  let at = 0;
  const says = (duration: number, unit: number) => {
    if (unit > 0 && duration < 0xffff_ffff) found(duration / unit);
  };
  for (;;) {
    const head = yield* take(8);
    const name = head.toString('latin1', 4, 8);
    let size = head.readUInt32BE(0) - 8;
    if (size === -7) size = Number((yield* take(8)).readBigUInt64BE(0)) - 16;
    // To the end of the file, or nonsense.
    if (size < 0) return;
    if (OPENED.has(name)) continue;
    const box = yield* take(READ.has(name) ? Math.min(size, MOST) : 0);
    yield* skip(size - box.length);
    if (name === 'mvhd' || name === 'mdhd') {
      const { unit, duration } = unitAndDuration(box);
      if (name === 'mdhd') units = unit;
      says(duration, unit);
    } else if (name === 'stts') says(timeToSamples(box), units);
    else if (name === 'trex') usual = box.readUInt32BE(12);
    else if (name === 'tfhd') ofFragment = usualOfFragment(box) ?? usual;
    else if (name === 'tfdt')
      at = Math.max(at, box.readUInt8(0) === 1 ? Number(box.readBigUInt64BE(4)) : box.readUInt32BE(4));
    else if (name === 'trun') says((at += ofRun(box, ofFragment)), units);
  }
}

function unitAndDuration(box: Buffer) {
  const isLong = box.readUInt8(0) === 1;
  const unit = box.readUInt32BE(isLong ? 20 : 12);
  return { unit, duration: isLong ? Number(box.readBigUInt64BE(24)) : box.readUInt32BE(16) };
}

function timeToSamples(box: Buffer): number {
  let sum = 0;
  for (let entry = 8; entry + 8 <= box.length; entry += 8) sum += box.readUInt32BE(entry) * box.readUInt32BE(entry + 4);
  return sum;
}

function usualOfFragment(box: Buffer): number | null {
  const flags = box.readUInt32BE(0);
  if (!(flags & 0x8)) return null;
  return box.readUInt32BE(8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0));
}

function ofRun(box: Buffer, usual: number): number {
  const flags = box.readUInt32BE(0);
  const samples = box.readUInt32BE(4);
  if (!(flags & 0x100)) return samples * usual;
  const each = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  let sum = 0;
  for (let at = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0); at + each <= box.length; at += each) {
    sum += box.readUInt32BE(at);
  }
  return sum;
}
