/** The loudness of bytes that were drawn by lot is 0.58, and none is like the one before. */
const LOUD = 0.5;
const LIKE = 0.1;

/**
 * Whether PCM is nothing but noise as loud as can be, such as bytes that are no sound at all: speech is softer, and
 * each of its samples is like the one before. By the highest byte of each sample, channel by channel.
 */
export function isNoise(samples: Buffer, channels: number, bits: number): boolean {
  const all = Array.from({ length: channels }, (_, channel) => samples.subarray(channel * Math.ceil(bits / 8)));
  return all.some((channel) => isNoiseOfFirst(channel, channels, bits));
}

/** Four bytes that are drawn by lot are seldom a level; levels are not far beyond 1. */
const FAR_BEYOND = 1_000;
const SELDOM = 0.1;

/** Returns whether floats of 32 bits are no levels of sound, as of bytes that are no sound at all. */
export function areNoLevels(samples: Buffer): boolean {
  let [count, odd] = [0, 0];
  for (let at = 0; at + 4 <= samples.length; at += 4) {
    if (!(Math.abs(samples.readFloatLE(at)) < FAR_BEYOND)) odd++;
    count++;
  }
  return odd > count * SELDOM;
}

function isNoiseOfFirst(samples: Buffer, channels: number, bits: number): boolean {
  const bytes = Math.ceil(bits / 8);
  const step = bytes * channels;
  if (step === 0) return false;
  let [count, squares, products, before] = [0, 0, 0, 0];
  for (let at = bytes - 1; at < samples.length; at += step) {
    // One byte counts from 0, several have a sign.
    const value = bytes === 1 ? samples[at]! - 128 : samples.readInt8(at);
    squares += value * value;
    products += value * before;
    before = value;
    count++;
  }
  return Math.sqrt(squares / count) / 128 > LOUD && Math.abs(products / squares) < LIKE;
}
