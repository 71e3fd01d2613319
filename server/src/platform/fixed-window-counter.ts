/** So many keys are told apart within a window; past it all begin anew, which is better than memory without end. */
const MOST_KEYS = 100_000;

/** How often each key may try something in a window of time; in memory, so for each instance by itself. */
export class FixedWindowCounter {
  readonly #most: number;
  readonly #window: number;
  #began = 0;
  #taken = new Map<string, number>();

  /** @param window In milliseconds. */
  constructor({ most, window }: { most: number; window: number }) {
    this.#most = most;
    this.#window = window;
  }

  /** Takes one attempt. Answers 0, or where there is none left the milliseconds until there is. */
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
