const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACK = 0xae;
/** Elements whose contents are looked at: Segment, Cluster, Info, BlockGroup, Tracks, TrackEntry. */
const OPENED = new Set([SEGMENT, CLUSTER, 0x1549a966, 0xa0, 0x1654ae6b, TRACK]);
const TIMESTAMP_SCALE = 0x2ad7b1;
/** A unit of its times, in nanoseconds: browsers write no other. */
const MILLISECOND = 1_000_000;
const CLUSTER_TIMESTAMP = 0xe7;
const [TRACK_NUMBER, TRACK_TYPE, CODEC] = [0xd7, 0x83, 0x86];
/** Change to the bytes of a track’s packets, such as leaving out their beginnings. */
const ENCODINGS = 0x6d80;
const FILM = 1;
/** SimpleBlock and Block. */
const BLOCKS = new Set([0xa3, 0xa1]);
/** A block has several packets. */
const LACED = 0x06;
/** Fewer bytes are the beginning of an element that was cut off. */
const MOST_OF_HEAD = 12;

const MOST_TRACKS = 16;

type Track = { number: number; type: number; codec: string; seconds: number };

/**
 * Returns the length of a WebM in seconds, and where its first cluster begins. Counts what the Opus packets say:
 * `music-metadata` reads no blocks, browsers write no duration, and written durations and block times may be wrong. The
 * length is null if another file follows, or the sound isn't plain Opus with one packet per block. Takes linear time.
 */
export function measureWebmBlocks(file: Buffer): { seconds: number | null; firstCluster: number } {
  let cluster = 0;
  let seconds: number | null = null;
  let firstCluster = file.length;
  let isClear = true;
  let heads = 0;
  const tracks: Track[] = [];
  for (let at = 0; at < file.length;) {
    const id = variableInteger(file, at, true);
    const size = id && variableInteger(file, id.end, false);
    if (!size) {
      isClear &&= file.length - at < MOST_OF_HEAD;
      break;
    }
    if (id.value === EBML || id.value === SEGMENT) heads++;
    if (id.value === CLUSTER) firstCluster = Math.min(firstCluster, at);
    if (id.value === TRACK) tracks.push({ number: 0, type: 0, codec: '', seconds: 0 });
    if (tracks.length > MOST_TRACKS) return { seconds: null, firstCluster };
    at = size.end;
    if (OPENED.has(id.value)) continue;
    const end = at + size.value;
    if (end > file.length) break;
    const short = size.value > 8 ? 0 : file.subarray(at, end).reduce((value, byte) => value * 256 + byte, 0);
    const track = tracks.at(-1);
    if (id.value === ENCODINGS) isClear = false;
    else if (id.value === TIMESTAMP_SCALE) isClear &&= short === MILLISECOND;
    else if (id.value === CLUSTER_TIMESTAMP) cluster = short;
    else if (track && id.value === TRACK_NUMBER) track.number = short;
    else if (track && id.value === TRACK_TYPE) track.type = short;
    else if (track && id.value === CODEC) track.codec = file.toString('latin1', at, end);
    else if (BLOCKS.has(id.value)) {
      const number = variableInteger(file, at, false);
      const packet = number ? number.end + 3 : Infinity;
      if (packet > end) break;
      const lasts = cluster + file.readInt16BE(packet - 3);
      seconds = Math.max(seconds ?? 0, lasts / 1_000);
      const of = tracks.find((each) => each.number === number?.value);
      if (of?.type !== FILM) {
        isClear &&= of?.codec === 'A_OPUS' && (file[packet - 1]! & LACED) === 0;
        if (of) seconds = Math.max(seconds, (of.seconds += secondsOfOpusPacket(file, packet)));
      }
    }
    at = end;
  }
  return { seconds: isClear && heads === 2 ? seconds : null, firstCluster };
}

const PAGE = Buffer.from('OggS');
const [CONTINUES, BEGINS, ENDS] = [1, 2, 4];
/** Packets of a stream that are no sound: what it is, and its tags. */
const HEADS = 2;

/**
 * Returns the length of an Ogg file in seconds, by its packets, because the positions of its pages may be wrong. Null
 * if it isn't a single Opus stream up to the last byte: `music-metadata` stops where a stream ends, but players go on.
 */
export function measureOggOpusSeconds(file: Buffer): number | null {
  let seconds = 0;
  let packets = 0;
  let hasEnded = false;
  for (let at = 0; at + 27 <= file.length;) {
    const flags = file[at + 5]!;
    const isNext = !hasEnded && ((flags & BEGINS) !== 0) === (at === 0);
    if (!isNext || !file.subarray(at, at + 4).equals(PAGE)) return null;
    hasEnded = (flags & ENDS) !== 0;
    let isWithin = (flags & CONTINUES) !== 0;
    const lengths = file.subarray(at + 27, at + 27 + file[at + 26]!);
    at += 27 + lengths.length;
    for (const length of lengths) {
      if (!isWithin && packets++ >= HEADS) seconds += secondsOfOpusPacket(file, at);
      if (packets === 1 && !isWithin && file.toString('latin1', at, at + 8) !== 'OpusHead') return null;
      isWithin = length === 255;
      at += length;
    }
  }
  return seconds;
}

/** How long a frame lasts by its configuration, in milliseconds (RFC 6716, 3.1). */
const FRAMES = [
  ...Array<number[]>(3).fill([10, 20, 40, 60]),
  [10, 20, 10, 20],
  ...Array<number[]>(4).fill([2.5, 5, 10, 20]),
].flat();

/** Returns how long a packet lasts by its first bytes, in seconds; nothing beyond the file. */
export function secondsOfOpusPacket(file: Buffer, at: number): number {
  if (!(at >= 0 && at < file.length)) return 0;
  const head = file[at]!;
  const frames = [1, 2, 2, (file[at + 1] ?? 0) & 0x3f][head & 3]!;
  return (FRAMES[head >> 3]! * frames) / 1_000;
}

/** Of one to eight bytes, as its first bits say; an id keeps them, a size of nothing but ones is unknown. */
function variableInteger(file: Buffer, at: number, keepsLength: boolean): { value: number; end: number } | null {
  const first = file[at] ?? 0;
  if (first === 0) return null;
  const end = at + Math.clz32(first) - 23;
  if (end > file.length) return null;
  const most = 0xff >> (end - at);
  let value = keepsLength ? first : first & most;
  let isUnknown = (first & most) === most;
  for (let next = at + 1; next < end; next++) {
    value = value * 256 + file[next]!;
    isUnknown &&= file[next] === 0xff;
  }
  return { value: !keepsLength && isUnknown ? Infinity : value, end };
}
