type Options = {
  /** How many pieces of work are under way at once. */
  slots: number;
  /** How many of them those of one key may be; all when absent. */
  share?: number;
  /**
   * How many of them those of one key may be while others ask as well: while one of another key was begun within the
   * last milliseconds. What a key is given beside the others is work that theirs runs beside.
   */
  besideOthers?: { share: number; within: number };
  /**
   * How many may wait, and how many of one key; any number when absent. Once all places are taken, who comes gets that
   * of the last of the key of which most wait.
   */
  waiting?: number;
  waitingOfKey?: number;
  /** How long each may wait, in milliseconds; for ever when absent. */
  patience?: number;
};

/** Gives a slot back; more than once does no harm. */
export type Release = () => void;

type Waiting = { admit(): void; refuse(): void };

/** Nothing was begun: too many wait already, or it has waited too long. */
export class QueueRefused extends Error {
  constructor() {
    super('Too much waits for a slot.');
  }
}

const NEVER = { key: '', at: -Infinity };

/** Made once: each has a stack, which costs more than all else of a refusal. */
const REFUSED = new QueueRefused();

/**
 * Slots that are served in turn between keys, however much of a key waits. A slot that is free is taken at once, and
 * costs two entries of a map. While one is free, all that wait are of keys that have their whole share.
 */
export class FairSemaphore {
  readonly #options: Required<Options>;
  /** The slots that each key holds; none is not there. */
  readonly #held = new Map<string, number>();
  /** The keys that wait, the one whose turn it is first. */
  readonly #queues = new Map<string, Waiting[]>();
  #used = 0;
  #waiting = 0;
  /** The key of which a piece was begun last, and the last one before it that was another. */
  #latest = NEVER;
  #another = NEVER;

  constructor(options: Options) {
    const { slots, share = slots } = options;
    const besideOthers = { share, within: 0 };
    this.#options = { share, besideOthers, waiting: Infinity, waitingOfKey: Infinity, patience: Infinity, ...options };
  }

  get used(): number {
    return this.#used;
  }

  /** When the last piece of work was begun, by `performance.now()`. */
  get begunAt(): number {
    return this.#latest.at;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * A slot for `key`, once it is its turn.
   * @param signal Asked for where it has to wait: ends the wait.
   * @throws QueueRefused; the reason of `signal`
   */
  take(key: string, signal?: () => AbortSignal | undefined): Release | Promise<Release> {
    // Where some of the key wait, its share has grown since: they come first.
    if (!this.#queues.has(key) && this.#hasSlot(key)) return this.#grant(key);
    const waiting = this.#wait(key, signal?.());
    this.#serve();
    return waiting;
  }

  /** Does `work` in a slot of `key`, at once where one is free. @throws as `take`, and what `work` throws */
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
    const other = key === this.#latest.key ? this.#another : this.#latest;
    return performance.now() - other.at < besideOthers.within ? besideOthers.share : share;
  }

  #grant(key: string): Release {
    this.#used++;
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    if (key !== this.#latest.key) this.#another = this.#latest;
    this.#latest = { key, at: performance.now() };
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#used--;
      const left = (this.#held.get(key) ?? 0) - 1;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
      this.#serve();
    };
  }

  #wait(key: string, signal: AbortSignal | undefined): Promise<Release> {
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

  /** Whether one more may wait in `queue`; makes the room where another one has more. */
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

  /** The first key that has not its whole share gets a slot, and is last from then on; as long as there is one. */
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
