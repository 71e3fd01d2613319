import { opusPacket, uint } from './make-recordings.ts';

function box(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([uint(body.length + 8, 4), Buffer.from(name), body]);
}

const zeros = (bytes: number) => Buffer.alloc(bytes);

/**
 * Returns the description of its track's sound: AAC, at 48 kHz unless told otherwise.
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

/** Description of a track of Opus, or of ALAC with so many samples a frame, at 48 kHz. */
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
