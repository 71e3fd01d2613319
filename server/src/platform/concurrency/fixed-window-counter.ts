/** Maximum number of keys counted per window. Above it all counts are reset, which is better than unlimited memory. */
const MOST_KEYS = 100_000;

/** Limits the attempts per key in a time window. Counts in memory, so each instance counts separately. */
export class FixedWindowLimiter {
  readonly #most: number;
  readonly #window: number;
  #began = 0;
  #taken = new Map<string, number>();

  /** @param window Milliseconds. */
  constructor({ most, window }: { most: number; window: number }) {
    this.#most = most;
    this.#window = window;
  }

  /** Counts one attempt. Returns 0 if it is allowed, else the milliseconds until the next one is. */
  take(key: string, now: number): number {
    const began = now - (now % this.#window);
    if (began !== this.#began || this.#taken.size >= MOST_KEYS) {
      this.#began = began;
      this.#taken = new Map();
    }
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= this.#most) return began + this.#window - now;
    this.#taken.set(key, taken + 1);
    return 0;
  }
}
