/** Kilobits a second by their code, of MPEG 1 and of its later versions for lower rates. Code 0 names none. */
const KILOBITS = {
  first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  later: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
/** Rates of MPEG 1 in Hz. MPEG 2 has half of them, MPEG 2.5 a quarter. */
const MP3_RATES = [44_100, 48_000, 32_000];
/** The rate's divisor by the code of the version; one code is none. */
const DIVISORS = [4, 0, 2, 1];
const LAYER_3 = 1;

/** A tag at the beginning: its head, and where the length stands in it. */
const TAG = { head: 10, size: 6 };

/**
 * Returns the length of an MP3 in seconds by its frames, and the number of bytes outside of frames. `music-metadata`
 * isn't used, because it counts anew after bytes that only look like a frame. Takes linear time.
 */
export function measureMp3Frames(file: Buffer): { seconds: number; others: number } {
  let seconds = 0;
  let others = 0;
  for (let at = endOfTag(file); at < file.length;) {
    const frame = frameAt(file, at);
    if (frame) {
      seconds += frame.seconds;
      at += frame.bytes;
    } else {
      const next = file.indexOf(0xff, at + 1);
      const end = next === -1 ? file.length : next;
      others += end - at;
      at = end;
    }
  }
  return { seconds, others };
}

function endOfTag(file: Buffer): number {
  if (file.length < TAG.head || file.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = file.subarray(TAG.size, TAG.head).reduce((value, byte) => value * 128 + (byte & 0x7f), 0);
  return TAG.head + size;
}

function frameAt(file: Buffer, at: number): { seconds: number; bytes: number } | null {
  if (at + 4 > file.length) return null;
  const head = file.readUInt32BE(at);
  const [version, layer] = [(head >>> 19) & 3, (head >>> 17) & 3];
  const [code, rateCode, padding] = [(head >>> 12) & 15, (head >>> 10) & 3, (head >>> 9) & 1];
  const divisor = DIVISORS[version]!;
  const kilobits = (divisor === 1 ? KILOBITS.first : KILOBITS.later)[code] ?? 0;
  if (head >>> 21 !== 0x7ff || layer !== LAYER_3 || divisor === 0 || kilobits === 0 || rateCode === 3) return null;
  const rate = MP3_RATES[rateCode]! / divisor;
  const samples = divisor === 1 ? 1_152 : 576;
  return { seconds: samples / rate, bytes: Math.floor((samples * kilobits * 125) / rate) + padding };
}

/** Rates by their code, in Hz; the first is the one of the file's header, and 12 to 14 follow in the frame's. */
const FLAC_RATES = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];
const [IN_KILOHERTZ, IN_HERTZ, IN_TENS] = [12, 13, 14];

/** Returns the length of a FLAC file in seconds by its frames; the header may give another one (RFC 9639, 9.1). */
export function measureFlacFrameSeconds(file: Buffer): number {
  const usual = file.length < 21 ? 0 : file.readUIntBE(18, 3) >> 4;
  let at = 4;
  for (let isLast = false; !isLast && at + 4 <= file.length;) {
    isLast = file[at]! >= 0x80;
    at += 4 + file.readUIntBE(at + 1, 3);
  }
  let seconds = 0;
  for (at = file.indexOf(0xff, at); at !== -1; at = file.indexOf(0xff, at + 1))
    seconds += secondsOfFrame(file, at, usual);
  return seconds;
}

/** Zero where no frame begins. */
function secondsOfFrame(file: Buffer, at: number, usual: number): number {
  if ((file[at + 1]! & 0xfe) !== 0xf8 || at + 16 > file.length) return 0;
  const [block, code] = [file[at + 2]! >> 4, file[at + 2]! & 0xf];
  const ones = Math.clz32(~file[at + 4]! << 24);
  if (block === 0 || code > IN_TENS || ones === 1 || ones > 7) return 0;
  let end = at + 4 + Math.max(ones, 1);
  const next = (bytes: number) => file.readUIntBE((end += bytes) - bytes, bytes);
  const samples = block === 1 ? 192 : block < 6 ? 144 << block : block < 8 ? next(block - 5) + 1 : 1 << block;
  const units: Record<number, () => number> = {
    [IN_KILOHERTZ]: () => next(1) * 1_000,
    [IN_HERTZ]: () => next(2),
    [IN_TENS]: () => next(2) * 10,
  };
  const rate = units[code]?.() ?? (FLAC_RATES[code] || usual);
  return rate > 0 && crc8(file.subarray(at, end)) === file[end] ? samples / rate : 0;
}

function crc8(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x80 ? 0x107 : 0)) & 0xff;
  }
  return crc;
}
