import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Recordings for tests. Compressed ones are silent: only their containers are read. */

/** As Chromium 156 recorded some two and a half seconds, in pieces of a second. */
export const recordedByChromium = (container: 'webm' | 'mp4'): Buffer =>
  readFileSync(path.join(import.meta.dirname, 'recordings', `chromium.${container}`));

export const uint = (value: number, bytes: number): Buffer => {
  const out = Buffer.alloc(bytes);
  out.writeUIntBE(value, 0, bytes);
  return out;
};

/** An element of WebM; without `size` it is as long as its contents. */
function element(id: number, body: Buffer, size?: Buffer): Buffer {
  const bytes = Math.ceil((32 - Math.clz32(id)) / 8);
  return Buffer.concat([uint(id, bytes), size ?? uint(0x10000000 + body.length, 4), body]);
}
const UNKNOWN = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);

/** A packet of Opus by its first bytes: 0x18 is a frame of 60 ms, and 0x0b 0x05 are five of 20 ms. */
export const opusPacket = (...first: number[]) => Buffer.concat([Buffer.from(first), Buffer.alloc(20 - first.length)]);

/** A track of sound: its number, type and codec, and 48 kHz. */
const OPUS = [
  element(0xd7, uint(1, 1)),
  element(0x83, uint(2, 1)),
  element(0x86, Buffer.from('A_OPUS')),
  element(0xe1, element(0xb5, Buffer.from([0x47, 0x3b, 0x80, 0x00]))),
];

type WebmOptions = {
  duration?: number;
  isSound?: boolean;
  last?: number;
  scale?: number;
  slower?: number;
  isStripped?: boolean;
};

/** Says that the first byte of each packet is left out in its block, and is that of 60 ms. */
const STRIPPED = element(
  0x6d80,
  element(0x6240, element(0x5034, Buffer.concat([element(0x4254, uint(3, 1)), element(0x4255, uint(0x18, 1))]))),
);

/**
 * Makes WebM as browsers write it: segment and clusters of no known size, blocks of 60 ms, a cluster every 10 s.
 * @param last The millisecond that no block says that it is after.
 * @param scale Nanoseconds that it says a unit of its times has.
 * @param slower How often each time goes into what it is.
 * @param isStripped True to leave out the first byte of each packet, as its track says.
 */
export function webm(
  seconds: number,
  { duration, isSound = true, last = Infinity, scale = 1_000_000, slower = 1, isStripped = false }: WebmOptions = {},
) {
  const said = Buffer.alloc(8);
  said.writeDoubleBE(duration ?? 0);
  const info = [element(0x2ad7b1, uint(scale, 3)), ...(duration ? [element(0x4489, said)] : [])];
  const parts = [
    element(0x1a45dfa3, element(0x4282, Buffer.from('webm'))),
    element(0x18538067, Buffer.alloc(0), UNKNOWN),
    element(0x1549a966, Buffer.concat(info)),
    ...(isSound
      ? [element(0x1654ae6b, element(0xae, Buffer.concat([...OPUS, ...(isStripped ? [STRIPPED] : [])])))]
      : []),
  ];
  for (let at = 0, cluster = 0; at < (seconds * 1_000) / slower; at += 60 / slower) {
    if (at === 0 || at - cluster >= 10_000) {
      cluster = at;
      parts.push(element(0x1f43b675, Buffer.alloc(0), UNKNOWN), element(0xe7, uint(Math.min(at, last), 4)));
    }
    const after = uint(Math.min(at, last) - Math.min(cluster, last), 2);
    const simple = Buffer.concat([
      Buffer.from([0x81]),
      after,
      Buffer.from([0x80]),
      opusPacket(0x18).subarray(isStripped ? 1 : 0),
    ]);
    parts.push(element(0xa3, simple));
  }
  return Buffer.concat(parts);
}

/**
 * @param ends The second in which it says that it ends, though there is more.
 * @param slower How often each position goes into what it is.
 */
export function ogg(seconds: number, { ends = seconds, slower = 1 } = {}): Buffer {
  const second = Buffer.concat(Array.from({ length: 10 }, () => opusPacket(0x0b, 0x05)));
  const page = (flags: number, position: number, body: Buffer) => {
    const head = Buffer.alloc(27);
    head.write('OggS', 0, 'latin1');
    head[5] = flags;
    head.writeBigInt64LE(BigInt(position), 6);
    head.writeUInt32LE(7, 14);
    const packets =
      flags & 2 || position === 0 ? [body] : Array.from({ length: body.length / 20 }, () => body.subarray(0, 20));
    head[26] = packets.length;
    return Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), body]);
  };
  const rate = Buffer.alloc(4);
  rate.writeUInt32LE(48_000);
  const opus = Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, 1, 0, 0]), rate, Buffer.alloc(3)]);
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)]);
  const pages = Array.from({ length: seconds }, (_, n) => {
    return page(n + 1 === ends ? 4 : 0, ((n + 1) * 48_000) / slower, second);
  });
  return Buffer.concat([page(2, 0, opus), page(0, 0, tags), ...pages]);
}

/** A tag of so many bytes, as it stands before an MP3. */
export function id3(bytes: number): Buffer {
  const head = Buffer.from('ID3\x03\0\0', 'latin1');
  const size = [21, 14, 7, 0].map((shift) => (bytes >> shift) & 0x7f);
  return Buffer.concat([head, Buffer.from(size), Buffer.alloc(bytes, 0x55)]);
}

/** Frames of AAC of 64 ms and 100 bytes. */
export const adts = (seconds: number): Buffer =>
  Buffer.alloc(
    Math.ceil(seconds / 0.064) * 100,
    Buffer.concat([Buffer.from('fff160400c9ffc', 'hex'), Buffer.alloc(93, 0x55)]),
  );

/**
 * Frames of 36 ms, or of 24 ms at 24 kHz, of 72 and 108 bytes or fewer in turn, behind one that says how many there are
 * where `says` does.
 */
export function mp3(seconds: number, { says, rate = 16 }: { says?: number; rate?: 16 | 24 } = {}): Buffer {
  const frame = (kilobits: 16 | 24) => {
    const bytes = Buffer.alloc((72 * kilobits) / rate);
    bytes.writeUInt32BE((kilobits === 16 ? 0xff_f3_20_c4 : 0xff_f3_30_c4) + (rate === 16 ? 0x800 : 0x400));
    return bytes;
  };
  const frames = Array.from({ length: Math.ceil((seconds * rate * 1_000) / 576) }, (_, n) => frame(n % 2 ? 24 : 16));
  if (says === undefined) return Buffer.concat(frames);
  const first = frame(24);
  first.write('Xing', 13, 'latin1');
  first.writeUInt32BE(3, 17);
  first.writeUInt32BE(Math.ceil(says / 0.036), 21);
  first.writeUInt32BE(says * 2_500, 25);
  return Buffer.concat([first, ...frames]);
}

/** Its header, and frames of 4,096 samples that have as many bytes together. */
export function flac(seconds: number, bytes = 1_000, { says = seconds } = {}): Buffer {
  const head = Buffer.alloc(42);
  head.write('fLaC', 0, 'latin1');
  head.writeUInt32BE(0x80_00_00_22, 4);
  head.writeUInt16BE(4_096, 8);
  head.writeUInt16BE(4_096, 10);
  // 16,000 Hz, one channel of 16 bits, and how many samples.
  head.writeBigUInt64BE((16_000n << 44n) | (15n << 36n) | BigInt(says * 16_000), 18);
  const frames = Math.ceil((seconds * 16_000) / 4_096);
  // 4,096 samples at 16 kHz, one channel of 16 bits, number 0, and the CRC-8 of these.
  const frame = Buffer.alloc(Math.floor(bytes / Math.max(frames, 1)), 0x55);
  Buffer.from([0xff, 0xf8, 0xc5, 0x08, 0, 0x6f]).copy(frame);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame)]);
}

/**
 * Makes a soft hum of 8,000 samples of a byte a second; `rate` and `channels` are what its header says. At `level` 0 it
 * is silent.
 */
export function wav(seconds: number, { says = seconds * 8_000, rate = 8_000, channels = 1, level = 4 } = {}): Buffer {
  const hum = Buffer.alloc(40, 128 + level).fill(128 - level, 20);
  const file = Buffer.alloc(44 + seconds * 8_000, hum);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + says, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * channels, 28);
  file.writeUInt16LE(channels, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(says, 40);
  return file;
}

/** A second of WAV at 16 kHz with these samples; an extensible header says further on what they are. */
export function wavOf(
  samples: Buffer,
  {
    kind,
    bits,
    channels = 1,
    isExtensible = false,
  }: Record<'kind' | 'bits', number> & { channels?: number; isExtensible?: boolean },
): Buffer {
  const head = Buffer.alloc(isExtensible ? 40 : 16);
  head.writeUInt16LE(isExtensible ? 0xfffe : kind, 0);
  head.writeUInt16LE(channels, 2);
  head.writeUInt32LE(16_000, 4);
  head.writeUInt32LE((16_000 * channels * bits) / 8, 8);
  head.writeUInt16LE((channels * bits) / 8, 12);
  head.writeUInt16LE(bits, 14);
  if (isExtensible) {
    head.writeUInt16LE(22, 16);
    head.writeUInt16LE(bits, 18);
    head.writeUInt16LE(kind, 24);
    Buffer.from('000000001000800000aa00389b71', 'hex').copy(head, 26);
  }
  const chunk = (name: string, body: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(name), size, body]);
  };
  const body = Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', head), chunk('data', samples)]);
  return chunk('RIFF', body);
}
