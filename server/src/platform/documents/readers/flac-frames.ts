/** Rates by their code, in Hz; the first is the one of the file's header, and 12 to 14 follow in the frame's. */
const RATES = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];
const [IN_KILOHERTZ, IN_HERTZ, IN_TENS] = [12, 13, 14];

/** Returns the length in seconds by the frames that are there: the file's header may give another (RFC 9639, 9.1). */
export function flacFrames(file: Buffer): number {
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
  const rate = units[code]?.() ?? (RATES[code] || usual);
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
