/** SQL condition: the cycle of `limits` has no attempt left, and its quiz isn't passed. */
export const OUT_OF_ATTEMPTS = `(not limits.going_on and not limits.passed and limits.used >= limits.allowed)` as const;
