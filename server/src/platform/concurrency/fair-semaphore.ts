type Options = {
  /** Number of slots: the maximum work running at once. */
  slots: number;
  /** Maximum number of slots of one key; all slots if absent. */
  share?: number;
  /**
   * Maximum number of slots of one key while other keys are active, that is for `within` milliseconds after work of
   * another key has started. It is lower because the work of all keys shares the machine. With `rest`, a
   * key that then has at least `slots` requests waiting has one slot, which stays empty for twice as long as its last
   * work took, at most `rest` milliseconds.
   */
  besideOthers?: { share: number; within: number; rest?: number };
  /** A key's slot stays empty for as long as its last work took, at most so many milliseconds; not at all if absent. */
  rest?: number;
  /**
   * Maximum number of waiting requests, in total and per key; unlimited if absent. When the total is reached, a new
   * request replaces the last one of the key with the most waiting.
   */
  waiting?: number;
  waitingOfKey?: number;
  /** Maximum wait in milliseconds; unlimited if absent. */
  patience?: number;
};

/** Frees the slot. Idempotent. */
export type ReleaseSlot = () => void;

type Waiting = { admit(): void; refuse(): void };

/** The work wasn't started: too many requests wait already, or this one has waited too long. */
export class QueueRefusedError extends Error {
  constructor() {
    super('Too much waits for a slot.');
  }
}

const NEVER = { key: '', at: -Infinity };

/** Created once: each error captures a stack trace, which costs more than the rest of a refusal. */
const REFUSED = new QueueRefusedError();

/**
 * Queue that serves its keys round-robin, however many requests of one key wait. A free slot is taken at once and costs
 * two map entries. While a slot is free, only requests of keys that have used up their share wait.
 */
export class FairSemaphore {
  readonly #options: Required<Options>;
  /** Number of slots used or left empty by each key; keys without slots are missing. */
  readonly #held = new Map<string, number>();
  /** Waiting requests by key, in round-robin order. */
  readonly #queues = new Map<string, Waiting[]>();
  #used = 0;
  #waiting = 0;
  /** The key whose work started last, and the latest different key before it. */
  #latest = NEVER;
  #another = NEVER;

  constructor(options: Options) {
    const { slots, share = slots } = options;
    const besideOthers = { share, within: 0 };
    this.#options = {
      share,
      besideOthers,
      rest: 0,
      waiting: Infinity,
      waitingOfKey: Infinity,
      patience: Infinity,
      ...options,
    };
  }

  get used(): number {
    return this.#used;
  }

  /** Time of the last start of work, on the clock of `performance.now()`. */
  get begunAt(): number {
    return this.#latest.at;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Takes a slot for `key`, waiting for it if necessary.
   * @param signal Called only if the request has to wait: returns a signal that ends the wait.
   * @throws QueueRefusedError; the reason of `signal`
   */
  take(key: string, signal?: () => AbortSignal | undefined): ReleaseSlot | Promise<ReleaseSlot> {
    // If requests of the key are waiting, its share has grown since then, and they go first.
    if (!this.#queues.has(key) && this.#hasSlot(key)) return this.#grant(key);
    const waiting = this.#wait(key, signal?.());
    this.#serve();
    return waiting;
  }

  /** Runs `work` in a slot of `key`. @throws the errors of `take` and of `work` */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const taken = this.take(key, () => signal);
    const release = taken instanceof Promise ? await taken : taken;
    try {
      return await work();
    } finally {
      release();
    }
  }

  #hasSlot(key: string): boolean {
    return this.#used < this.#options.slots && (this.#held.get(key) ?? 0) < this.#shareOf(key);
  }

  #shareOf(key: string): number {
    const { share, besideOthers } = this.#options;
    if (!this.isBesideOthers(key)) return share;
    return besideOthers.rest !== undefined && this.#hasLongQueue(key) ? 1 : besideOthers.share;
  }

  /** Returns true if work of another key has started within the last `within` milliseconds. */
  isBesideOthers(key: string): boolean {
    const other = key === this.#latest.key ? this.#another : this.#latest;
    return performance.now() - other.at < this.#options.besideOthers.within;
  }

  #grant(key: string): ReleaseSlot {
    this.#used++;
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    if (key !== this.#latest.key) this.#another = this.#latest;
    const began = performance.now();
    this.#latest = { key, at: began };
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#used--;
      const rest = this.#restOf(key, performance.now() - began);
      if (rest === 0) return this.#giveBack(key);
      setTimeout(() => this.#giveBack(key), rest).unref();
      this.#serve();
    };
  }

  #restOf(key: string, took: number): number {
    const { rest, besideOthers } = this.#options;
    if (rest > 0) return Math.min(took, rest);
    const isPushed = this.#hasLongQueue(key) && this.isBesideOthers(key);
    return isPushed ? Math.min(2 * took, besideOthers.rest ?? 0) : 0;
  }

  #hasLongQueue(key: string): boolean {
    return (this.#queues.get(key)?.length ?? 0) >= this.#options.slots;
  }

  #giveBack(key: string): void {
    const left = (this.#held.get(key) ?? 0) - 1;
    if (left > 0) this.#held.set(key, left);
    else this.#held.delete(key);
    this.#serve();
  }

  #wait(key: string, signal: AbortSignal | undefined): Promise<ReleaseSlot> {
    const queue = this.#queues.get(key) ?? [];
    if (queue.length >= this.#options.waitingOfKey || !this.#hasRoom(queue)) return Promise.reject(REFUSED);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const leave = (reason: unknown) => {
        end();
        this.#leave(key, waiting);
        reject(reason);
      };
      const onAbort = () => leave(signal?.reason);
      const { patience } = this.#options;
      const timer = patience < Infinity ? setTimeout(() => leave(REFUSED), patience) : undefined;
      const waiting = {
        admit: () => {
          end();
          resolve(this.#grant(key));
        },
        refuse: () => leave(REFUSED),
      };
      signal?.addEventListener('abort', onAbort);
      queue.push(waiting);
      this.#queues.set(key, queue);
      this.#waiting++;
    });
  }

  /** Returns true if one more request may wait in `queue`. Makes room by refusing one of a longer queue. */
  #hasRoom(queue: Waiting[]): boolean {
    if (this.#waiting < this.#options.waiting) return true;
    let longest = queue;
    for (const other of this.#queues.values()) if (other.length > longest.length) longest = other;
    if (longest.length <= queue.length + 1) return false;
    longest.at(-1)?.refuse();
    return true;
  }

  #leave(key: string, waiting: Waiting): void {
    const queue = this.#queues.get(key);
    const at = queue?.indexOf(waiting) ?? -1;
    if (!queue || at === -1) return;
    queue.splice(at, 1);
    this.#waiting--;
    if (queue.length === 0) this.#queues.delete(key);
  }

  /** Gives free slots to the first keys below their share, and moves each key to the end. */
  #serve(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const [key, queue] = next;
      const first = queue.shift();
      this.#waiting--;
      this.#queues.delete(key);
      if (queue.length > 0) this.#queues.set(key, queue);
      first?.admit();
    }
  }

  #next(): [string, Waiting[]] | undefined {
    for (const entry of this.#queues) if (this.#hasSlot(entry[0])) return entry;
    return undefined;
  }
}
