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
export function isNoise(samples: Buffer, channels: number, bits: number, loud = LOUD): boolean {
  const all = Array.from({ length: channels }, (_, channel) => samples.subarray(channel * Math.ceil(bits / 8)));
  return all.some((channel) => isNoiseOfFirst(channel, channels, bits, loud));
}

/** Random bytes have a loudness of 0.3 in both laws of telephony, which keep most codes for soft sounds. */
const LOUD_BY_LAW = 0.25;

/** Returns whether samples of a byte in a law of telephony (ITU-T G.711) are only noise. */
export function isNoiseByLaw(samples: Buffer, channels: number, law: 'a' | 'mu'): boolean {
  const levels = LEVELS[law];
  return isNoise(Buffer.from(samples.map((code) => levels[code]!)), channels, 8, LOUD_BY_LAW);
}

/** Returns whether all samples are the same: a microphone that is switched off. */
export function isSilence(samples: Buffer, channels: number, bits: number): boolean {
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
export function isNoiseOfFloats(samples: Buffer, channels: number, bits: number): boolean {
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
