import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Recordings for tests. Compressed ones are silent: only their containers are read. */

/** As Chromium 156 recorded some two and a half seconds, in pieces of a second. */
export const recordedByChromium = (container: 'webm' | 'mp4'): Buffer =>
  readFileSync(path.join(import.meta.dirname, 'recordings', `chromium.${container}`));

const uint = (value: number, bytes: number): Buffer => {
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
const opusPacket = (...first: number[]) => Buffer.concat([Buffer.from(first), Buffer.alloc(20 - first.length)]);

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

function box(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([uint(body.length + 8, 4), Buffer.from(name), body]);
}

const zeros = (bytes: number) => Buffer.alloc(bytes);

/**
 * What it says of the sound of its track: AAC, at 48 kHz where nothing else is said.
 * @param decoder The code of the rate that its decoder is told: 3 is 48 kHz, 11 is 8 kHz.
 */
const sound = (rate = 48_000, decoder = 3) =>
  box(
    'stsd',
    uint(0, 4),
    uint(1, 4),
    box(
      'mp4a',
      zeros(6),
      uint(1, 2),
      zeros(8),
      uint(1, 2),
      uint(16, 2),
      zeros(4),
      uint(rate, 2),
      zeros(2),
      // Descriptors of the stream, of its decoder, and of AAC-LC at a rate with one channel.
      box(
        'esds',
        zeros(4),
        Buffer.from(`031900010004114015${'00'.repeat(11)}0502`, 'hex'),
        uint((0x1000 | (decoder << 7)) + 8, 2),
      ),
    ),
  );

/**
 * By its header, by the samples of its track, or by fragments of a second, of which every second says each sample.
 * @param slower How often its times go into what they are.
 * @param repeats How often its list of edits plays the whole.
 */
export function mp4(
  seconds: number,
  by: 'header' | 'samples' | 'fragments',
  slower = 1,
  rates?: [number, number],
  repeats = 0,
): Buffer {
  const units = 48_000 * slower;
  const header = { header: seconds, samples: 1, fragments: 0 }[by];
  const frames = Math.ceil((seconds * 48_000) / 1_024);
  const times = [zeros(12), uint(units, 4), uint(header * units, 4)];
  const samples = by === 'samples' ? [uint(0, 4), uint(1, 4), uint(frames, 4), uint(1_024, 4)] : [zeros(8)];
  const sizes = box('stsz', zeros(4), uint(1, 4), uint(by === 'samples' ? frames : 0, 4));
  const table = box('stbl', sound(...(rates ?? [])), box('stts', ...samples), sizes);
  const media = box(
    'mdia',
    box('mdhd', ...times, zeros(4)),
    box('hdlr', zeros(8), Buffer.from('soun'), zeros(12)),
    box('minf', table),
  );
  const edit = Buffer.concat([uint(seconds * units, 4), uint(0, 4), uint(0x10000, 4)]);
  const edits = box('edts', box('elst', zeros(4), uint(repeats, 4), Buffer.alloc(repeats * 12, edit)));
  const track = box('trak', box('tkhd', zeros(12), uint(1, 4), zeros(68)), ...(repeats > 0 ? [edits] : []), media);
  const usual = box('mvex', box('trex', zeros(4), uint(1, 4), uint(1, 4), uint(960, 4), zeros(8)));
  const start = [box('ftyp', Buffer.from('M4A \0\0\0\0')), box('moov', box('mvhd', ...times, zeros(80)), track, usual)];
  if (by !== 'fragments') return Buffer.concat([...start, box('mdat', zeros(seconds * 1_000))]);
  const fragments = Array.from({ length: seconds }, (_, n) => {
    const each = [uint(0x100, 4), uint(50, 4), ...Array.from({ length: 50 }, () => uint(960, 4))];
    const run = n % 2 ? each : [uint(0, 4), uint(50, 4)];
    const track = [
      box('tfhd', uint(0, 4), uint(1, 4)),
      box('tfdt', uint(0, 4), uint(n * 48_000, 4)),
      box('trun', ...run),
    ];
    return Buffer.concat([box('moof', box('traf', ...track)), box('mdat', zeros(100))]);
  });
  return Buffer.concat([...start, ...fragments]);
}

/** What a track says of Opus, or of frames of ALAC of so many samples, at 48 kHz. */
const otherSound = (codec: 'Opus' | 'alac', frame: number) => {
  const told =
    codec === 'Opus'
      ? box('dOps', Buffer.from('000101380000bb80000000', 'hex'))
      : box('alac', zeros(4), uint(frame, 4), Buffer.from('00100a280e0100ff', 'hex'), zeros(8), uint(48_000, 4));
  return box(
    'stsd',
    uint(0, 4),
    uint(1, 4),
    box(codec, zeros(6), uint(1, 2), zeros(8), uint(1, 2), uint(16, 2), zeros(4), uint(48_000, 2), zeros(2), told),
  );
};

type OtherMp4 = { by?: 'samples' | 'fragments'; slower?: number; frame?: number; places?: boolean };

/**
 * Makes an MP4 of packets of Opus of 100 ms, or of frames of ALAC.
 * @param slower How often its times go into what they are.
 * @param frame The samples of a frame of ALAC as its decoder is told.
 * @param places False to leave out where the samples are.
 */
export function mp4Of(
  codec: 'Opus' | 'alac',
  seconds: number,
  { by = 'samples', slower = 1, frame = 4_096, places = true }: OtherMp4 = {},
): Buffer {
  const per = codec === 'Opus' ? 4_800 : 4_096;
  const count = Math.ceil((seconds * 48_000) / per);
  const units = 48_000 * slower;
  const isTable = by === 'samples';
  const packets = Buffer.alloc(count * 20, codec === 'Opus' ? opusPacket(0x0b, 0x05) : Buffer.alloc(20, 0x20));
  const ftyp = box('ftyp', Buffer.from('M4A \0\0\0\0'));
  const header = (place: number) => {
    const stbl = box(
      'stbl',
      otherSound(codec, frame),
      box('stts', ...(isTable ? [uint(0, 4), uint(1, 4), uint(count, 4), uint(per, 4)] : [zeros(8)])),
      box('stsz', zeros(4), uint(20, 4), uint(isTable ? count : 0, 4)),
      ...(places ? [box('stsc', zeros(4), uint(1, 4), uint(1, 4), uint(count, 4), uint(1, 4))] : []),
      ...(places ? [box('stco', zeros(4), uint(1, 4), uint(place, 4))] : []),
    );
    const times = [zeros(12), uint(units, 4), uint(isTable ? seconds * 48_000 : 0, 4)];
    const media = box(
      'mdia',
      box('mdhd', ...times, zeros(4)),
      box('hdlr', zeros(8), Buffer.from('soun'), zeros(12)),
      box('minf', stbl),
    );
    const track = box('trak', box('tkhd', zeros(12), uint(1, 4), zeros(68)), media);
    const usual = box('mvex', box('trex', zeros(4), uint(1, 4), uint(1, 4), uint(per, 4), uint(20, 4), zeros(4)));
    return box('moov', box('mvhd', ...times, zeros(80)), track, usual);
  };
  const moov = header(ftyp.length + header(0).length + 8);
  if (isTable) return Buffer.concat([ftyp, moov, box('mdat', packets)]);
  const fragments = Array.from({ length: seconds }, (_, n) => {
    const inOne = Math.ceil(count / seconds);
    const run = (to: number) => box('trun', uint(n % 2 ? 0x1 : 0x201, 4), uint(inOne, 4), uint(to, 4), sizes);
    const sizes = n % 2 ? zeros(0) : Buffer.alloc(inOne * 4, uint(20, 4));
    const moof = (to: number) => box('moof', box('traf', box('tfhd', uint(0x20000, 4), uint(1, 4)), run(to)));
    return Buffer.concat([moof(moof(0).length + 8), box('mdat', packets.subarray(0, inOne * 20))]);
  });
  return Buffer.concat([ftyp, moov, ...fragments]);
}
