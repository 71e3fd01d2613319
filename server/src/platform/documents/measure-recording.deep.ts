import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { mp4, mp4Of } from '../../../test/documents/make-mp4.ts';
import {
  adts,
  flac,
  id3,
  mp3,
  ogg,
  recordedByChromium,
  wav,
  wavOf,
  webm,
} from '../../../test/documents/make-recordings.ts';
import { measureRecordingSeconds } from './read-document.ts';
import { secondsOfRecording } from './readers/recording.ts';
import { UnreadableDocumentError } from './unreadable-document.ts';

const SECOND = 1_000_000;

/** What looks like the beginning of a frame and is none. */
const ODD = Buffer.from([0xff, 0xff, 0xff, 0, 0]);

/** A WAV of another codec, whose header says that its bytes are samples of 16 bits. */
const wavOfCodec = (kind: number, bytes: Buffer) => wavOf(bytes, { kind, bits: 16 });

const WAYS: [string, (seconds: number) => Buffer][] = [
  ['WebM of a browser, without a duration', (seconds) => webm(seconds)],
  ['WebM that says it lasts a second', (seconds) => webm(seconds, { duration: 1_000 })],
  ['Ogg with Opus', (seconds) => ogg(seconds)],
  ['WAV', (seconds) => wav(seconds)],
  ['WAV that says it has no data', (seconds) => wav(seconds, { says: 0 })],
  ['WAV that says it has a second of data', (seconds) => wav(seconds, { says: 8_000 })],
  ['MP4 with a header that says it', (seconds) => mp4(seconds, 'header')],
  ['MP4 with a header that says a second, and samples that take longer', (seconds) => mp4(seconds, 'samples')],
  ['MP4 in fragments behind a header that says nothing', (seconds) => mp4(seconds, 'fragments')],
  ['MP3 of changing quality', (seconds) => mp3(seconds)],
  ['MP3 that says it lasts a second', (seconds) => mp3(seconds, { says: 1 })],
  ['MP3 behind a tag with a picture', (seconds) => Buffer.concat([id3(200_000), mp3(seconds)])],
  ['MP3 with a few odd bytes before its end', (seconds) => Buffer.concat([mp3(seconds - 0.9), ODD, mp3(0.9)])],
  [
    'MP3 that ends in frames of a higher rate',
    (seconds) => Buffer.concat([mp3(seconds - 0.9), mp3(0.9, { rate: 24 })]),
  ],
  ['FLAC', (seconds) => flac(seconds, seconds * 1_000)],
  ['FLAC that says it lasts a second', (seconds) => flac(seconds, seconds * 1_000, { says: 1 })],
  ['WebM whose times go ten times as slowly', (seconds) => webm(seconds, { slower: 10 })],
  ['Ogg whose positions go ten times as slowly', (seconds) => ogg(seconds, { slower: 10 })],
  ['MP4 with Opus', (seconds) => mp4Of('Opus', seconds)],
  ['MP4 with fragments of Opus', (seconds) => mp4Of('Opus', seconds, { by: 'fragments' })],
  ['MP4 with Opus whose times go ten times as slowly', (seconds) => mp4Of('Opus', seconds, { slower: 10 })],
  [
    'MP4 with fragments of Opus whose times go ten times as slowly',
    (seconds) => mp4Of('Opus', seconds, { by: 'fragments', slower: 10 }),
  ],
  ['MP4 with ALAC', (seconds) => mp4Of('alac', seconds)],
];

test.each(WAYS)('of %s the length is known', async (_, make) => {
  for (const seconds of [1, 90, 600]) {
    const known = await secondsOfRecording(make(seconds));
    expect(known).toBeGreaterThan(seconds - 0.2);
    expect(known).toBeLessThan(seconds + 0.2);
  }
});

test('of what Chromium records, in a process of its own, the length is known, though no header says it', async () => {
  for (const container of ['webm', 'mp4'] as const) {
    const seconds = await measureRecordingSeconds(() => Promise.resolve(recordedByChromium(container)), '');
    expect(seconds).toBeGreaterThan(2.3);
    expect(seconds).toBeLessThan(2.6);
  }
});

test('WebM whose blocks all claim the first second is as long as their packets', async () => {
  expect(await secondsOfRecording(webm(600, { last: 1_000 }))).toBeCloseTo(600);
});

test('an MP4 that is played many times over by its edits is as long as these', async () => {
  expect(await secondsOfRecording(mp4(20, 'samples', 1, undefined, 1))).toBeCloseTo(20, 1);
  expect(await secondsOfRecording(mp4(20, 'samples', 1, undefined, 30))).toBeCloseTo(600, 0);
});

test.each([
  ['a WebM that leaves out the beginnings of its packets', webm(600, { isStripped: true, slower: 6 })],
  ['a WAV of a hundred million samples a second', wav(600, { rate: 100_000_000 })],
  ['a WAV of 64 channels', wav(600, { rate: 192_000, channels: 64 })],
  ['a FLAC of more bytes than its seconds can have', flac(1, 2_000_000)],
  ['an Ogg that ends before its bytes do', ogg(600, { ends: 2 })],
  ['a WebM whose times have another unit', webm(600, { scale: 100_000 })],
  ['a WebM behind another', Buffer.concat([webm(20), webm(20)])],
  ['a WebM of another codec', Buffer.from(webm(20).toString('latin1').replace('A_OPUS', 'A_OPUZ'), 'latin1')],
  [
    'a WebM of blocks with several packets',
    Buffer.from(webm(20).toString('latin1').replaceAll('\x80\x18', '\x82\x18'), 'latin1'),
  ],
  ['an MP4 behind another', Buffer.concat([mp4(20, 'samples'), mp4(20, 'samples')])],
  ['an MP4 whose samples last a tenth of what they do', mp4(600, 'samples', 10)],
  ['an MP4 whose fragments do', mp4(600, 'fragments', 10)],
  // 4,687 samples of 128 ms, which at the rate of its header would last 75 s.
  ['an MP4 whose decoder is told a lower rate than its header says', mp4(100, 'samples', 1.25, [64_000, 11])],
  ['an MP4 of Opus that does not say where its packets are', mp4Of('Opus', 20, { places: false })],
  ['an MP4 of ALAC whose times go ten times as slowly', mp4Of('alac', 600, { slower: 10 })],
  ['an MP4 of ALAC with frames of one sample', mp4Of('alac', 600, { slower: 10, frame: 1 })],
  ['MP4 fragments behind others', Buffer.concat([mp4(20, 'fragments'), mp4(20, 'fragments')])],
  ['an Ogg behind another', Buffer.concat([ogg(20), ogg(20)])],
  ['an Ogg of another codec', Buffer.from(ogg(20).toString('latin1').replace('OpusHead', 'OpusHeed'), 'latin1')],
  ['a WAV of MP3', wavOfCodec(0x55, mp3(600))],
  ['a WAV of ADPCM', wavOfCodec(0x11, randomBytes(2_400_000))],
  ['an MP3 of other sound', Buffer.concat([id3(100), adts(600)])],
  ['an MP3 with more bytes between its frames than tags have', Buffer.concat([mp3(20), Buffer.alloc(80_000), mp3(20)])],
  ['a FLAC without frames', Buffer.concat([flac(90, 0), Buffer.alloc(1_000_000, 0x55)])],
])('of %s the length cannot be told', async (_, file) => {
  await expect(secondsOfRecording(file)).rejects.toMatchObject({ reason: 'damaged' });
});

/** A tone that is half as loud as can be. */
const tone = (write: (file: Buffer, level: number, n: number) => void, bytes: number) => {
  const file = Buffer.alloc(16_000 * bytes);
  for (let n = 0; n < 16_000; n++) write(file, Math.sin(n / 12) / 2, n);
  return file;
};
const shorts = tone((file, level, n) => file.writeInt16LE(Math.round(level * 32_767), n * 2), 2);
const floats = tone((file, level, n) => file.writeFloatLE(level, n * 4), 4);
/** A tone in the codes of a law of telephony: these have the sign in the highest bit, and then the level. */
const codes = tone(
  (file, level, n) => (file[n] = level < 0 ? 0x7f - Math.floor(-level * 0x60) : 0xff - Math.floor(level * 0x60)),
  1,
);
/** Noise in the first half, and nothing in the second. */
const half = (bytes: number) => Buffer.concat([randomBytes(bytes), Buffer.alloc(bytes * 1.5)]);
const doubles = tone((file, level, n) => file.writeDoubleLE(level, n * 8), 8);
/** Noise as floats that are levels. */
const levels = tone((file, _level, n) => file.writeFloatLE(Math.random() * 2 - 1, n * 4), 4);
/** Noise in the second channel of two alone. */
const secondChannel = randomBytes(64_000).map((byte, at) => (at % 4 < 2 ? 0 : byte));

test.each([
  ['samples of 16 bits', shorts, randomBytes(32_000), { kind: 1, bits: 16 }],
  ['an extensible header', shorts, randomBytes(32_000), { kind: 1, bits: 16, isExtensible: true }],
  ['floats', floats, randomBytes(64_000), { kind: 3, bits: 32 }],
  ['floats and an extensible header', floats, randomBytes(64_000), { kind: 3, bits: 32, isExtensible: true }],
  ['A-law', codes, randomBytes(16_000), { kind: 6, bits: 8 }],
  ['μ-law', codes, randomBytes(16_000), { kind: 7, bits: 8 }],
  ['μ-law and an extensible header', codes, randomBytes(16_000), { kind: 7, bits: 8, isExtensible: true }],
  ['floats of 64 bits', doubles, randomBytes(128_000), { kind: 3, bits: 64 }],
  ['floats that are levels', floats, levels, { kind: 3, bits: 32 }],
  ['samples of 16 bits, and then silence', shorts, half(32_000), { kind: 1, bits: 16 }],
  ['floats, and then silence', floats, half(64_000), { kind: 3, bits: 32 }],
  ['two channels', Buffer.concat([shorts, shorts]), Buffer.from(secondChannel), { kind: 1, bits: 16, channels: 2 }],
])('a WAV of random bytes with %s has no sound, and one of a tone has', async (_, sound, noise, format) => {
  expect(await secondsOfRecording(wavOf(sound, format))).toBeCloseTo(1, 1);
  await expect(secondsOfRecording(wavOf(noise, format))).rejects.toMatchObject({ reason: 'empty' });
});

test.each([
  ['of 8 bits', Buffer.alloc(16_000, 128), { kind: 1, bits: 8 }],
  ['of 16 bits', Buffer.alloc(32_000), { kind: 1, bits: 16 }],
  ['of 16 bits, above the middle', Buffer.alloc(32_000, '0100', 'hex'), { kind: 1, bits: 16 }],
  ['of floats', Buffer.alloc(64_000), { kind: 3, bits: 32 }],
  ['in A-law', Buffer.alloc(16_000, 0xd5), { kind: 6, bits: 8 }],
  ['in μ-law', Buffer.alloc(16_000, 0xff), { kind: 7, bits: 8 }],
])('a WAV of silence %s has no sound', async (_, silence, format) => {
  await expect(secondsOfRecording(wavOf(silence, format))).rejects.toMatchObject({ reason: 'empty' });
  // Chunks that follow are no sound.
  const tagged = Buffer.concat([wavOf(silence, format), Buffer.from('LIST\u0004\0\0\0INFO', 'latin1')]);
  await expect(secondsOfRecording(tagged)).rejects.toMatchObject({ reason: 'empty' });
});

test('a WAV behind another, and data behind other data, count', async () => {
  const one = wavOf(shorts, { kind: 1, bits: 16 });
  expect(await secondsOfRecording(Buffer.concat([one, one]))).toBeCloseTo(2, 1);
  expect(await secondsOfRecording(Buffer.concat([one, one.subarray(36)]))).toBeCloseTo(2, 1);
});

test.each([0, 200])('a WAV of %i bytes of data has no sound because of a chunk behind them', async (bytes) => {
  const list = Buffer.concat([Buffer.from('LIST\0\xfa\0\0', 'latin1'), Buffer.from('abcdefgh'.repeat(8_000))]);
  const file = Buffer.concat([wavOf(shorts.subarray(0, bytes), { kind: 1, bits: 16 }), list]);
  await expect(secondsOfRecording(file)).rejects.toMatchObject({ reason: 'empty' });
  const sound = Buffer.concat([wavOf(shorts, { kind: 1, bits: 16 }), list]);
  expect(await secondsOfRecording(sound)).toBeCloseTo(1, 1);
});

test('a measuring that takes too long ends, and the next one has its turn', async () => {
  const measure = (milliseconds: number) =>
    measureRecordingSeconds(() => Promise.resolve(mp3(2)), '', { milliseconds }).catch((error: unknown) => error);
  const slow = await Promise.all([measure(1), measure(1), measure(1)]);
  expect(slow).toMatchObject([{ reason: 'too_slow' }, { reason: 'too_slow' }, { reason: 'too_slow' }]);
  expect(await measure(10_000)).toBeCloseTo(2, 0);
});

test.each(WAYS)(
  '%s that is cut off anywhere, or damaged, is told or refused, without an end or another error',
  async (_, make) => {
    const file = make(2);
    const tell = async (bytes: Buffer) => {
      const told = await secondsOfRecording(bytes).catch((error: unknown) => error);
      expect(typeof told === 'number' ? Number.isFinite(told) : told instanceof UnreadableDocumentError).toBe(true);
    };
    for (let end = 4; end < file.length; end += Math.ceil(file.length / 100)) await tell(file.subarray(0, end));
    for (let at = 4; at < file.length; at += Math.ceil(file.length / 200)) {
      const damaged = Buffer.from(file);
      damaged[at] = 0xff;
      damaged[Math.min(at + 3, file.length - 1)] = 0;
      await tell(damaged);
    }
  },
);

test('ten mebibytes of nothing but the shortest elements, boxes or heads of frames are told in time', async () => {
  const began = process.cpuUsage();
  const shortest = [
    ...['ec80', '8080', 'a080', 'ae80'].map((element) => [webm(0), element] as const),
    [mp4(1, 'samples'), '0000000866726565'] as const,
    [flac(0, 0), 'fff8'] as const,
    [ogg(0), '4f67675300000000'] as const,
  ];
  for (const [head, filling] of shortest) {
    const file = Buffer.alloc(10 * 1024 * 1024, Buffer.from(filling, 'hex'));
    head.copy(file);
    await secondsOfRecording(file).catch(() => undefined);
  }
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / SECOND).toBeLessThan(60);
});
