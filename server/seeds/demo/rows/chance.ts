/** Numbers that look random and are the same at every seeding, so that what tests and screenshots show stays put. */
export type Chance = {
  /** From 0 up to, and not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  whole(low: number, high: number): number;
  happens(probability: number): boolean;
};

/** Mulberry32: a few lines, and even enough for made-up people. */
export function chance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => Math.floor(low + next() * (high - low + 1)),
    happens: (probability) => next() < probability,
  };
}
