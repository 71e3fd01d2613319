type Options = {
  /** Maximum number of keys worked on at once. */
  atOnce: number;
  /** Milliseconds a key rests after its work ends. */
  rest: number;
  /** Does the work that is due for a key. Must not fail. */
  work: (key: string) => Promise<void>;
};

/**
 * Runs work per key with limited concurrency. Each key has at most one run in progress and one pending, however often
 * it is requested, and keys that are requested constantly wait behind the others.
 */
export class CoalescingWorkQueue {
  readonly #options: Options;
  readonly #due = new Set<string>();
  /** Keys in progress or resting. */
  readonly #held = new Set<string>();
  #underWay = 0;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Requests work for `key`; it runs once more if it is already running. */
  ask(key: string): void {
    if (this.#closed) return;
    this.#due.add(key);
    this.#goOn();
  }

  /** Starts no more work. */
  close(): void {
    this.#closed = true;
    this.#due.clear();
  }

  #goOn(): void {
    for (const key of this.#due) {
      if (this.#underWay >= this.#options.atOnce) return;
      if (!this.#held.has(key)) void this.#work(key);
    }
  }

  async #work(key: string): Promise<void> {
    this.#due.delete(key);
    this.#held.add(key);
    this.#underWay++;
    await this.#options.work(key);
    this.#underWay--;
    setTimeout(() => {
      this.#held.delete(key);
      this.#goOn();
    }, this.#options.rest).unref();
    this.#goOn();
  }
}
