/** A figure with the interval in which the true one lies in nine of ten samples, and the number of cases. */
export type Measured = {
  /** Null if there was nothing to measure. */
  value: number | null;
  of: number;
  /** Absent if the figure has no interval, such as a duration. */
  low?: number | undefined;
  high?: number | undefined;
};

export const NOTHING: Measured = { value: null, of: 0 };

/** Standard deviations of a two-sided interval of 90%: chance exceeds each side in one of twenty samples. */
const Z = 1.645;

/** Returns a share with its Wilson interval, which also holds for small samples and for none or all. */
export function share(part: number, whole: number): Measured {
  if (whole === 0) return NOTHING;
  const value = part / whole;
  const z2 = Z * Z;
  const center = (value + z2 / (2 * whole)) / (1 + z2 / whole);
  const half = (Z / (1 + z2 / whole)) * Math.sqrt((value * (1 - value)) / whole + z2 / (4 * whole * whole));
  return { value, of: whole, low: Math.max(center - half, 0), high: Math.min(center + half, 1) };
}

/** Resamples of a bootstrap: more change the second decimal no more. */
const RESAMPLES = 1_000;

/** Returns a generator of equal "random" numbers for every run (mulberry32), so that a result can be repeated. */
function repeatableRandom(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns a statistic of cases with its bootstrap interval of 90%. Resamples without a statistic don't count.
 * @param cases Drawn as a whole, so that what belongs together must be one case.
 */
export function bootstrapped<T>(cases: readonly T[], statistic: (drawn: readonly T[]) => number | null): Measured {
  const value = statistic(cases);
  if (value === null) return { value, of: cases.length };
  const random = repeatableRandom();
  const found: number[] = [];
  for (let n = 0; n < RESAMPLES; n++) {
    const drawn = cases.map((each) => cases[Math.floor(random() * cases.length)] ?? each);
    const each = statistic(drawn);
    if (each !== null) found.push(each);
  }
  found.sort((one, other) => one - other);
  const at = (part: number) => found[Math.round(part * (found.length - 1))] ?? value;
  return { value, of: cases.length, low: Math.min(at(0.05), value), high: Math.max(at(0.95), value) };
}

/** Some forty figures are compared at once, so that one difference needs three standard errors. */
const WIDER = 3 / Z;

/**
 * Returns true if two figures differ by more than chance: the interval of their difference (Newcombe's, from both
 * intervals) leaves out zero. Figures without intervals differ if they aren't equal.
 */
export function differs(one: Measured, other: Measured): boolean {
  if (one.value === null || other.value === null) return false;
  const [more, less] = one.value >= other.value ? [one, other] : [other, one];
  const difference = (more.value ?? 0) - (less.value ?? 0);
  const below = (more.value ?? 0) - (more.low ?? more.value ?? 0);
  const above = (less.high ?? less.value ?? 0) - (less.value ?? 0);
  return difference > WIDER * Math.hypot(below, above);
}
