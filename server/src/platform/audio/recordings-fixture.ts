/** Recordings for tests, of silence: what a container says around it is what counts. */

/** In microseconds, as processor time is counted. */
export const SECOND = 1_000_000;

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

/** As browsers write it: segment and clusters of no known size, blocks of 60 ms, a cluster every 10 s. */
export function webm(seconds: number, { duration }: { duration?: number } = {}): Buffer {
  const said = Buffer.alloc(8);
  said.writeDoubleBE(duration ?? 0);
  const info = [element(0x2ad7b1, uint(1_000_000, 3)), ...(duration ? [element(0x4489, said)] : [])];
  const parts = [
    element(0x1a45dfa3, element(0x4282, Buffer.from('webm'))),
    element(0x18538067, Buffer.alloc(0), UNKNOWN),
    element(0x1549a966, Buffer.concat(info)),
  ];
  for (let at = 0, cluster = 0; at < seconds * 1_000; at += 60) {
    if (at === 0 || at - cluster >= 10_000) {
      cluster = at;
      parts.push(element(0x1f43b675, Buffer.alloc(0), UNKNOWN), element(0xe7, uint(at, 4)));
    }
    const simple = Buffer.concat([Buffer.from([0x81]), uint(at - cluster, 2), Buffer.from([0x80]), Buffer.alloc(20)]);
    parts.push(element(0xa3, simple));
  }
  return Buffer.concat(parts);
}

export function ogg(seconds: number): Buffer {
  const page = (flags: number, position: number, body: Buffer) => {
    const head = Buffer.alloc(27);
    head.write('OggS', 0, 'latin1');
    head[5] = flags;
    head.writeBigInt64LE(BigInt(position), 6);
    head.writeUInt32LE(7, 14);
    head[26] = 1;
    return Buffer.concat([head, Buffer.from([body.length]), body]);
  };
  const opus = Buffer.concat([Buffer.from('OpusHead'), Buffer.alloc(11)]);
  const pages = Array.from({ length: seconds }, (_, n) => page(0, (n + 1) * 48_000, Buffer.alloc(100)));
  return Buffer.concat([page(2, 0, opus), ...pages]);
}

/** Of 8,000 samples of a byte a second. */
export function wav(seconds: number, { says = seconds * 8_000 } = {}): Buffer {
  const file = Buffer.alloc(44 + seconds * 8_000, 128);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + says, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8_000, 24);
  file.writeUInt32LE(8_000, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(says, 40);
  return file;
}

function box(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([uint(body.length + 8, 4), Buffer.from(name), body]);
}

/** By its header, by the samples of its track, or by fragments of a second, of which every second says each sample. */
export function mp4(seconds: number, by: 'header' | 'samples' | 'fragments'): Buffer {
  const units = 48_000;
  const times = (duration: number) => [uint(0, 4), uint(0, 4), uint(0, 4), uint(units, 4), uint(duration, 4)];
  const header = { header: seconds, samples: 1, fragments: 0 }[by];
  const frames = Math.ceil((seconds * units) / 1_024);
  const samples =
    by === 'samples' ? [uint(0, 4), uint(1, 4), uint(frames, 4), uint(1_024, 4)] : [uint(0, 4), uint(0, 4)];
  const track = box('trak', box('mdia', box('mdhd', ...times(0)), box('minf', box('stbl', box('stts', ...samples)))));
  const usual = box('mvex', box('trex', uint(0, 4), uint(1, 4), uint(1, 4), uint(960, 4), uint(0, 8 - 4), uint(0, 4)));
  const start = [
    box('ftyp', Buffer.from('M4A \0\0\0\0')),
    box('moov', box('mvhd', ...times(header * units)), track, usual),
  ];
  if (by !== 'fragments') return Buffer.concat([...start, box('mdat', Buffer.alloc(1_000))]);
  const fragments = Array.from({ length: seconds }, (_, n) => {
    const times = [uint(0x100, 4), uint(50, 4), ...Array.from({ length: 50 }, () => uint(960, 4))];
    const run = n % 2 ? times : [uint(0, 4), uint(50, 4)];
    const track = [
      box('tfhd', uint(0, 4), uint(1, 4)),
      box('tfdt', uint(0, 4), uint(n * units, 4)),
      box('trun', ...run),
    ];
    return Buffer.concat([box('moof', box('traf', ...track)), box('mdat', Buffer.alloc(100))]);
  });
  return Buffer.concat([...start, ...fragments]);
}
