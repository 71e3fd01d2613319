import { type IFormat, parseBuffer } from 'music-metadata';
import { UnreadableDocumentError } from '../unreadable-document.ts';
import { measureFlacFrameSeconds, measureMp3Frames } from './audio-frames.ts';
import { measureMp4Samples } from './mp4-samples.ts';
import { measureOggOpusSeconds, measureWebmBlocks } from './measure-opus.ts';

/** The loudness of bytes that were drawn by lot is 0.58, and none is like the one before. */
const LOUD = 0.5;
const LIKE = 0.1;

/** Samples that are judged at a time: what is noise and then silence has no more sound than noise. */
const STRETCH = 8_000;

/**
 * Returns whether most of what is heard in PCM is noise as loud as can be, such as bytes that are no sound at all.
 * Speech is softer, and each of its samples is like the one before. Compares the highest byte of each sample, channel
 * by channel.
 */
function isNoise(samples: Buffer, channels: number, bits: number, loud = LOUD): boolean {
  const all = Array.from({ length: channels }, (_, channel) => samples.subarray(channel * Math.ceil(bits / 8)));
  return all.some((channel) => isNoiseOfFirst(channel, channels, bits, loud));
}

/** Random bytes have a loudness of 0.3 in both laws of telephony, which keep most codes for soft sounds. */
const LOUD_BY_LAW = 0.25;

/** Returns whether samples of a byte in a law of telephony (ITU-T G.711) are only noise. */
function isNoiseByLaw(samples: Buffer, channels: number, law: 'a' | 'mu'): boolean {
  const levels = LEVELS[law];
  return isNoise(Buffer.from(samples.map((code) => levels[code]!)), channels, 8, LOUD_BY_LAW);
}

/** Returns whether all samples are the same: a microphone that is switched off. */
function isSilence(samples: Buffer, channels: number, bits: number): boolean {
  const frame = channels * Math.ceil(bits / 8);
  return samples.length > frame && samples.subarray(frame).equals(samples.subarray(0, -frame));
}

/** Levels from 0 to 255, with 128 as silence, by code. */
const LEVELS = { a: levelsBy(aLaw), mu: levelsBy(muLaw) };

function levelsBy(decode: (code: number) => number): number[] {
  return Array.from({ length: 256 }, (_, code) => 128 + (decode(code) >> 8));
}

/** Returns a sample of 16 bits. */
function muLaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return bits & 0x80 ? -magnitude : magnitude;
}

/** Returns a sample of 16 bits. */
function aLaw(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = ((bits & 0x0f) << 4) + (exponent === 0 ? 8 : 0x108);
  const magnitude = exponent > 1 ? mantissa << (exponent - 1) : mantissa;
  return bits & 0x80 ? magnitude : -magnitude;
}

/** Four bytes that are drawn by lot are seldom a level; levels are not far beyond 1. */
const FAR_BEYOND = 1_000;
const SELDOM = 0.1;

/** Returns whether floats are no levels of sound, as of bytes that are no sound at all, or levels of noise. */
function isNoiseOfFloats(samples: Buffer, channels: number, bits: number): boolean {
  const levels = Buffer.alloc(Math.floor((samples.length * 8) / bits));
  let [count, odd] = [0, 0];
  for (let n = 0; n < levels.length; n++) {
    const value = bits === 64 ? samples.readDoubleLE(n * 8) : samples.readFloatLE(n * 4);
    if (!(Math.abs(value) < FAR_BEYOND)) odd++;
    if (value !== 0) count++;
    levels[n] = 128 + Math.round(Math.max(-1, Math.min(1, value)) * 127);
  }
  return odd > count * SELDOM || isNoise(levels, channels, 8);
}

function isNoiseOfFirst(samples: Buffer, channels: number, bits: number, loud: number): boolean {
  const bytes = Math.ceil(bits / 8);
  const step = bytes * channels;
  if (step === 0) return false;
  let [heard, noisy] = [0, 0];
  for (let from = bytes - 1; from < samples.length; from += step * STRETCH) {
    const to = Math.min(samples.length, from + step * STRETCH);
    let [count, squares, products, before] = [0, 0, 0, 0];
    for (let at = from; at < to; at += step) {
      // One byte counts from 0, several have a sign.
      const value = bytes === 1 ? samples[at]! - 128 : samples.readInt8(at);
      squares += value * value;
      products += value * before;
      before = value;
      if (Math.abs(value) > 1) count++;
    }
    if (count > 0) heard++;
    if (Math.sqrt(squares / count) / 128 > loud && Math.abs(products / squares) < LIKE) noisy++;
  }
  return noisy > heard / 2;
}

/** Sample rates of speech, in Hz. Headers with any other aren't believed. */
const RATES = { least: 8_000, most: 192_000 };
const MOST_CHANNELS = 2;

/** Bytes of a second of sound that is compressed: the most are those of the best Opus and AAC, 512 kbit/s. */
const COMPRESSED = { least: 16, most: 65_536 };
/** Bytes allowed for headers and the recorder's own data. */
const BESIDE = 65_536;

/** The header of an MP4, in bytes: of 90 seconds it has some 40,000. What is longer takes the library too long. */
const MOST_OF_HEADER = 1_048_576;
/** The first bytes of an MP4. */
const MP4 = Buffer.from('\0\0\0\u0010ftypM4A \0\0\0\0', 'latin1');

/** Less is no answer, but a button that was touched twice. */
const LEAST_SECONDS = 0.1;

/** Codecs of WAV whose samples stand side by side, and those that an extensible header may say further on. */
const PLAIN = new Set(['PCM', 'IEEE_FLOAT', 'ALAW', 'MULAW']);
const PLAIN_FURTHER_ON = new Set([1, 3, 6, 7]);
/** The library's name of an extensible header. */
const EXTENDED = 'non-PCM (65534)';

/**
 * Returns the length of a recording in seconds: by its headers, if they agree with the number of bytes. Decodes
 * nothing.
 * @throws UnreadableDocumentError `empty` if it has no sound, `damaged` if its length can't be told
 */
export async function secondsOfRecording(file: Buffer): Promise<number> {
  const start = file.toString('latin1', 0, 4);
  if (start === '\u001aE\u00df\u00a3') return measureWebm(file);
  if (start === 'RIFF') return measureWav(file);
  if (file.toString('latin1', 4, 8) === 'ftyp') return measureMp4(file);
  if (start === 'OggS') return measureParts(file, measureOggOpusSeconds(file));
  if (start === 'fLaC') return measureParts(file, measureFlacFrameSeconds(file));
  return measureMp3(file);
}

/** What belongs to no frame may be tags, but not other sound. */
function measureMp3(file: Buffer): number {
  const { seconds, others } = measureMp3Frames(file);
  if (seconds === 0 || others > BESIDE) throw unknownLength();
  return enough(seconds);
}

/** How long a sample of an MP4 lasts at the least, in seconds: its times need not be true. */
function leastOfSample({ codec = '', sampleRate = 48_000 }: IFormat, rate: number, alac: number): number {
  return codec.includes('AAC') ? 1_024 / Math.min(sampleRate, rate) : alac;
}

/** Takes what the parts of a file last where its header says less. */
async function measureParts(file: Buffer, seconds: number | null): Promise<number> {
  if (!seconds) throw unknownLength();
  const format = await formatOf(file);
  return agreed(file, { ...format, duration: Math.max(seconds, format.duration ?? 0) });
}

/** The library knows the track, and takes a cluster of no known size for an error. */
async function measureWebm(file: Buffer): Promise<number> {
  const { seconds, firstCluster } = measureWebmBlocks(file);
  const format = await formatOf(file.subarray(0, Math.min(firstCluster, BESIDE)));
  // A film has pictures too.
  if (format.hasVideo) return enough(mustBeSound(format) && seconds);
  return agreed(file, { ...format, duration: seconds ?? undefined });
}

async function measureMp4(file: Buffer): Promise<number> {
  const { seconds, header, isInFragments, samples, rate, opus, alac, isOne } = measureMp4Samples(file);
  if (!isOne || header.length > MOST_OF_HEADER) throw unknownLength();
  const format = await formatOf(Buffer.concat([MP4, header]));
  const longest = Math.max(seconds ?? 0, format.duration ?? 0, opus ?? 0);
  // The last frame may be filled up.
  const least = Math.max(samples - 1, 0) * leastOfSample(format, rate, alac);
  if (Number.isNaN(longest) || least > longest * 1.1) throw unknownLength();
  // A film has pictures too; where there are fragments, each was counted.
  return format.hasVideo || isInFragments
    ? enough(mustBeSound(format) && longest)
    : agreed(file, { ...format, duration: longest });
}

/** Counts the bytes that are there: the header is written before them, and may give another number. */
async function measureWav(file: Buffer): Promise<number> {
  const format = await formatOf(file);
  const kind = kindOfSamples(file);
  const isPlain = format.codec === EXTENDED ? PLAIN_FURTHER_ON.has(kind) : PLAIN.has(format.codec ?? '');
  // Of others the header's numbers need not be true, and what they decode to is unknown.
  if (!isPlain) throw unknownLength();
  mustBeSound(format);
  const { sampleRate = 0, numberOfChannels = 0, bitsPerSample = 0, bitrate, duration = 0 } = format;
  const perSecond = sampleRate * numberOfChannels * Math.ceil(bitsPerSample / 8);
  const data = chunkAt(file, 'data');
  if (data === -1 || bitsPerSample > 64 || perSecond === 0 || bitrate !== perSecond * 8) throw unknownLength();
  const said = file.readUInt32LE(data + 4);
  const samples = samplesFrom(file, data + 8, said);
  const isPcm = kind === PCM || format.codec === 'PCM';
  if (isPcm && isNoise(samples, numberOfChannels, bitsPerSample)) throw noSound();
  if (kind === FLOATS && isNoiseOfFloats(samples, numberOfChannels, bitsPerSample)) throw noSound();
  if (kind === A_LAW && isNoiseByLaw(samples, numberOfChannels, 'a')) throw noSound();
  if (kind === MU_LAW && isNoiseByLaw(samples, numberOfChannels, 'mu')) throw noSound();
  if (isSilence(said > 0 ? samples.subarray(0, said) : samples, numberOfChannels, bitsPerSample)) throw noSound();
  return enough(Math.max(samples.length > 0 ? duration : 0, samples.length / perSecond));
}

/** Chunks behind the samples that are sound again, for some players. */
const SOUND_AGAIN = new Set(['RIFF', 'fmt ', 'data']);

/** They end where the header says if nothing but other chunks follows, and else with the file. */
function samplesFrom(file: Buffer, start: number, said: number): Buffer {
  let at = start + said + (said % 2);
  while (at + 8 <= file.length) {
    const name = file.toString('latin1', at, at + 4);
    if (!/^[\w ]{4}$/.test(name) || SOUND_AGAIN.has(name)) break;
    at = afterChunk(file, at);
  }
  return file.subarray(start, Math.abs(at - file.length) <= 1 ? start + said : file.length);
}

function chunkAt(file: Buffer, name: string): number {
  for (let at = 12; at + 8 <= file.length; at = afterChunk(file, at)) {
    if (file.toString('latin1', at, at + 4) === name) return at;
  }
  return -1;
}

/** Chunks of an odd length are followed by another byte. */
function afterChunk(file: Buffer, at: number): number {
  const size = file.readUInt32LE(at + 4);
  return at + 8 + size + (size % 2);
}

/** Kinds of samples in a WAV, and the kind whose header says further on which of these it is. */
const [PCM, FLOATS, A_LAW, MU_LAW, EXTENSIBLE] = [1, 3, 6, 7, 0xfffe];

function kindOfSamples(file: Buffer): number {
  const at = chunkAt(file, 'fmt ');
  if (at === -1 || at + 34 > file.length) return 0;
  const kind = file.readUInt16LE(at + 8);
  return kind === EXTENSIBLE ? file.readUInt16LE(at + 32) : kind;
}

const OPTIONS = { duration: true, skipCovers: true };

async function formatOf(file: Buffer): Promise<IFormat> {
  try {
    return (await parseBuffer(file, undefined, OPTIONS)).format;
  } catch {
    throw unknownLength();
  }
}

/** @returns the length that is said, where so many bytes can last so long */
function agreed(file: Buffer, format: IFormat): number {
  mustBeSound(format);
  const seconds = enough(format.duration);
  const { lossless, sampleRate = 0, numberOfChannels = 1, bitsPerSample = 16 } = format;
  const most = lossless ? (sampleRate * numberOfChannels * bitsPerSample) / 8 : COMPRESSED.most;
  if (file.length > BESIDE + seconds * most || file.length < seconds * COMPRESSED.least) throw unknownLength();
  return seconds;
}

/** @throws UnreadableDocumentError where no track has sound, or none that speech is recorded with */
function mustBeSound({ hasAudio, sampleRate, numberOfChannels = 1 }: IFormat): true {
  if (!hasAudio) throw noSound();
  const isSpeech = sampleRate === undefined || (sampleRate >= RATES.least && sampleRate <= RATES.most);
  if (!isSpeech || numberOfChannels > MOST_CHANNELS) throw unknownLength();
  return true;
}

function enough(seconds: number | null | undefined): number {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) throw unknownLength();
  if (seconds < LEAST_SECONDS) throw noSound();
  return seconds;
}

const unknownLength = () => new UnreadableDocumentError('damaged', 'How long the recording lasts can’t be told.');
const noSound = () => new UnreadableDocumentError('empty', 'There is no sound in the recording.');
