import { measureOpusTrackRun, measureMp4OpusSeconds, type Mp4SampleTables } from './mp4-opus.ts';

/** Boxes whose contents are looked at. */
const OPENED = new Set(['moov', 'mvex', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf', 'edts']);

type Track = {
  /** Of a second. */
  units: number;
  /** How long a sample lasts where its run does not say it, in units. */
  usual: number;
  /** Where the last run ends, in units. */
  at: number;
  isSound: boolean;
  samples: number;
  /** Seconds that its packets of Opus last by themselves; null if it has other samples. */
  opus: number | null;
  /** Bytes of a sample where its run does not say it. */
  usualBytes: number;
  tables: Partial<Mp4SampleTables>;
};

/**
 * Measures an MP4 by the times of its samples: its length in seconds, its header, and whether it has fragments or
 * consists of several files. Browsers record files whose header has no length, or only that of the first part, which
 * `music-metadata` takes for the whole. Takes linear time, and stops where the file is invalid.
 */
export function measureMp4Samples(file: Buffer): {
  seconds: number | null;
  header: Buffer;
  isInFragments: boolean;
  samples: number;
  /** The lowest rate in Hz that a decoder of AAC is told: the header may say another. */
  rate: number;
  /** Seconds of the longest track of Opus by its packets; null if there is none, NaN if it can't be told. */
  opus: number | null;
  /** Seconds of a frame of ALAC; 0 if there is none. */
  alac: number;
  isOne: boolean;
} {
  const tracks = new Map<number, Track>();
  let seconds: number | null = null;
  let header: Buffer = Buffer.alloc(0);
  let isInFragments = false;
  let fragment = 0;
  let heads = 0;
  let most = 0;
  let rate = Infinity;
  /** The track of the header or fragment that is read, and what its fragment says of each sample. */
  let track = newTrack();
  let ofFragment = 0;
  let alac = 0;
  /** Units of a second in which edits are given. */
  let unitsOfEdits = 0;
  /** Places where the fragment’s data begin and go on, and the bytes of a sample that doesn’t say them. */
  let run = { base: 0, next: 0, usual: 0 };
  const says = (units: number) => {
    if (track.units > 0) seconds = Math.max(seconds ?? 0, units / track.units);
  };
  const holds = (samples: number) => {
    track.samples += samples;
    if (track.isSound) most = Math.max(most, track.samples);
  };
  const trackOf = (id: number) => {
    if (!tracks.has(id)) tracks.set(id, newTrack());
    return tracks.get(id)!;
  };
  const READ: Record<string, (box: Buffer) => void> = {
    tkhd: (box) => {
      const id = box.readUInt32BE(isLong(box) ? 20 : 12);
      track.usual = trackOf(id).usual;
      track.usualBytes = trackOf(id).usualBytes;
      tracks.set(id, track);
    },
    mvhd: (box) => (unitsOfEdits = box.readUInt32BE(isLong(box) ? 20 : 12)),
    elst: (box) => {
      if (unitsOfEdits > 0) seconds = Math.max(seconds ?? 0, unitsOf(box) / unitsOfEdits);
    },
    mdhd: (box) => (track.units = box.readUInt32BE(isLong(box) ? 20 : 12)),
    hdlr: (box) => (track.isSound = box.toString('latin1', 8, 12) === 'soun'),
    stsd: (box) => {
      rate = Math.min(rate, rateOfDecoder(box) ?? Infinity);
      alac = Math.max(alac, frameOfAlac(box));
      if (box.includes('Opus', 0, 'latin1')) track.opus = 0;
    },
    stsc: (box) => (track.tables.perChunk = box),
    stco: (box) => Object.assign(track.tables, { places: box, isLong: false }),
    co64: (box) => Object.assign(track.tables, { places: box, isLong: true }),
    stts: (box) => says(timeToSamples(box)),
    stsz: (box) => {
      track.tables.sizes = box;
      holds(box.readUInt32BE(8));
    },
    trex: (box) => {
      Object.assign(trackOf(box.readUInt32BE(4)), { usual: box.readUInt32BE(12), usualBytes: box.readUInt32BE(16) });
    },
    tfhd: (box) => {
      track = trackOf(box.readUInt32BE(4));
      ofFragment = usualOfFragment(box, 0x8) ?? track.usual;
      const base = box.readUInt32BE(0) & 0x1 ? Number(box.readBigUInt64BE(8)) : fragment;
      run = { base, next: base, usual: usualOfFragment(box, 0x10) ?? track.usualBytes };
    },
    tfdt: (box) => (track.at = Math.max(track.at, isLong(box) ? Number(box.readBigUInt64BE(4)) : box.readUInt32BE(4))),
    trun: (box) => {
      says((track.at += ofRun(box, ofFragment)));
      holds(box.readUInt32BE(4));
      if (track.opus === null) return;
      const read = measureOpusTrackRun(file, box, run);
      track.opus += read?.seconds ?? NaN;
      run.next = read?.next ?? run.next;
    },
  };
  try {
    for (let at = 0; at < file.length;) {
      const name = file.toString('latin1', at + 4, at + 8);
      let size = file.readUInt32BE(at);
      let head = 8;
      if (size === 1) [size, head] = [Number(file.readBigUInt64BE(at + 8)), 16];
      // To the end of the file, or nonsense.
      if (size < head) break;
      if (name === 'ftyp' || name === 'moov') heads++;
      if (name === 'trak') track = newTrack();
      if (name === 'moof') [isInFragments, fragment] = [true, at];
      if (name === 'moov' && header.length === 0) header = file.subarray(at, at + size);
      const read = Object.hasOwn(READ, name) ? READ[name] : undefined;
      read?.(file.subarray(at + head, at + size));
      at += OPENED.has(name) ? head : size;
    }
  } catch (error) {
    // A box is shorter than the file says.
    if (!(error instanceof RangeError)) throw error;
  }
  const opus = [...tracks.values()].flatMap((each) => (each.opus === null ? [] : [opusOf(file, each)]));
  return {
    seconds,
    header,
    isInFragments,
    samples: most,
    rate,
    opus: opus.length > 0 ? Math.max(...opus) : null,
    alac,
    isOne: heads <= 2,
  };
}

const newTrack = (): Track => ({
  units: 0,
  usual: 0,
  at: 0,
  isSound: false,
  samples: 0,
  opus: null,
  usualBytes: 0,
  tables: {},
});

/** Returns the seconds of a track of Opus in its tables and fragments; NaN if they can't be told. */
function opusOf(file: Buffer, { opus, tables: { sizes, perChunk, places, isLong = false } }: Track): number {
  const inFragments = opus ?? 0;
  try {
    if (!sizes || sizes.readUInt32BE(8) === 0) return inFragments || NaN;
    if (!perChunk || !places) return NaN;
    return inFragments + (measureMp4OpusSeconds(file, { sizes, perChunk, places, isLong }) ?? NaN);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return NaN;
  }
}

/** Its times have 64 bits. */
const isLong = (box: Buffer) => box.readUInt8(0) === 1;

/** Returns how long the edits of a track last in all: a player repeats what they name several times. */
function unitsOf(edits: Buffer): number {
  let sum = 0;
  const each = isLong(edits) ? 20 : 12;
  for (let at = 8; at + each <= edits.length; at += each) {
    sum += isLong(edits) ? Number(edits.readBigUInt64BE(at)) : edits.readUInt32BE(at);
  }
  return sum;
}

function timeToSamples(box: Buffer): number {
  let sum = 0;
  for (let entry = 8; entry + 8 <= box.length; entry += 8) sum += box.readUInt32BE(entry) * box.readUInt32BE(entry + 4);
  return sum;
}

/** Returns what a fragment says of each sample: how long it lasts (0x8), or how many bytes it has (0x10). */
function usualOfFragment(box: Buffer, flag: 0x8 | 0x10): number | null {
  const flags = box.readUInt32BE(0);
  if (!(flags & flag)) return null;
  const after = (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0) + (flag === 0x10 && flags & 0x8 ? 4 : 0);
  return box.readUInt32BE(8 + after);
}

/** Fewest samples of a frame of ALAC that are believed: encoders write 4,096. */
const LEAST_OF_FRAME = 1_024;

/** Returns the seconds of a frame by what the decoder of ALAC is told; 0 if it is another decoder. */
function frameOfAlac(box: Buffer): number {
  const entry = box.indexOf('alac', 0, 'latin1');
  if (entry === -1) return 0;
  const told = box.indexOf('alac', entry + 4, 'latin1');
  if (told === -1) return Infinity;
  const [samples, rate] = [box.readUInt32BE(told + 8), box.readUInt32BE(told + 28)];
  return samples < LEAST_OF_FRAME || rate === 0 ? Infinity : samples / rate;
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

/** Rates of AAC by their code, in Hz; another follows the last code. */
const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
const OTHER_RATE = 15;

/** Descriptors of a stream, of its decoder, and of what the decoder is told (ISO 14496-1, 7.2.6). */
const [STREAM, DECODER, TOLD] = [3, 4, 5];

/** Null where a description of samples has no decoder of AAC. */
function rateOfDecoder(box: Buffer): number | null {
  const start = box.indexOf('esds', 0, 'latin1');
  if (start === -1) return null;
  let at = start + 8;
  const opens = (tag: number) => {
    if (box[at] !== tag) return false;
    // Its length has up to four bytes.
    for (let n = 0; n < 4 && (box[++at] ?? 0) >= 0x80;) n++;
    at++;
    return true;
  };
  if (!opens(STREAM)) return null;
  const flags = box.readUInt8(at + 2);
  at += 3;
  if (flags & 0x80) at += 2;
  if (flags & 0x40) at += 1 + box.readUInt8(at);
  if (flags & 0x20) at += 2;
  if (!opens(DECODER)) return null;
  at += 13;
  if (!opens(TOLD)) return null;
  const code = (box.readUInt16BE(at) >> 7) & 15;
  if (code === OTHER_RATE) return (box.readUIntBE(at + 1, 4) >>> 7) & 0xff_ffff;
  return AAC_RATES[code] ?? null;
}
