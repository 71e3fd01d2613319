import { expect, test } from 'vitest';
import { mp4, ogg, SECOND, wav, webm } from './recordings-fixture.ts';
import { RecordingLength } from './recording-length.ts';

function secondsOf(file: Buffer, part = file.length): number | null {
  const length = new RecordingLength();
  for (let at = 0; at < file.length; at += part) length.push(file.subarray(at, at + part));
  return length.seconds;
}

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
];

test.each(WAYS)('of %s the length is known, in whatever parts it comes in', (_, make) => {
  for (const seconds of [1, 90, 600]) {
    const file = make(seconds);
    for (const part of [file.length, 4_096, 7]) {
      const known = secondsOf(file, part);
      expect(known).toBeGreaterThan(seconds - 0.2);
      expect(known).toBeLessThan(seconds + 0.2);
    }
  }
});

test('nothing is no length, and what its container does not tell is not known', () => {
  expect(secondsOf(wav(0))).toBe(0);
  expect(secondsOf(Buffer.concat([Buffer.from('ID3\u0004'), Buffer.alloc(5_000)]))).toBeNull();
  expect(secondsOf(webm(0).subarray(0, 40))).toBeNull();
});

test.each(WAYS)('%s that is cut off anywhere, or damaged, is read without an end or an error', (_, make) => {
  const file = make(2);
  for (let end = 4; end < file.length; end += Math.ceil(file.length / 200)) secondsOf(file.subarray(0, end));
  for (let at = 4; at < file.length; at += Math.ceil(file.length / 400)) {
    const damaged = Buffer.from(file);
    damaged[at] = 0xff;
    damaged[Math.min(at + 3, file.length - 1)] = 0;
    const known = secondsOf(damaged);
    expect(known === null || Number.isFinite(known)).toBe(true);
  }
});

test('ten mebibytes of nothing but the shortest elements are read in no more steps than a recording has', () => {
  const began = process.cpuUsage();
  const head = webm(0).subarray(0, 60);
  for (const filling of [0xec80, 0x8080, 0xa080]) {
    const file = Buffer.alloc(10 * 1024 * 1024);
    head.copy(file);
    for (let at = head.length; at + 2 <= file.length; at += 2) file.writeUInt16BE(filling, at);
    secondsOf(file, 1024 * 1024);
  }
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / SECOND).toBeLessThan(5);
});
