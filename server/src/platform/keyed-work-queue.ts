type Options = {
  /** How many keys are worked on at once. */
  atOnce: number;
  /** How long a key rests after each time that it was worked on, in milliseconds. */
  rest: number;
  /** Does what is due for a key. It must not fail. */
  work: (key: string) => Promise<void>;
};

/**
 * Bounded work in turn: of each key there is at most one piece under way and one due, however often it is asked for,
 * and a key that is asked for all the time waits behind those that are not.
 */
export class KeyedWorkQueue {
  readonly #options: Options;
  readonly #due = new Set<string>();
  /** Worked on at the moment, or resting. */
  readonly #held = new Set<string>();
  #underWay = 0;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Has `key` worked on, once more where that is under way already. */
  ask(key: string): void {
    if (this.#closed) return;
    this.#due.add(key);
    this.#goOn();
  }

  /** Begins nothing more. */
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
