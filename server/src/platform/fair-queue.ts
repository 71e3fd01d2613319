/**
 * Does at most so many things at once. Those that wait are taken in turn between their owners, such as workspaces, and
 * of one owner in order: whoever brings many waits behind those who bring few.
 */
export class FairQueue {
  readonly #atOnce: number;
  #running = 0;
  /** By owner, whose turn is next first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** @throws what `work` throws; the signal's reason, where it aborts before the turn has come */
  async run<T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running < this.#atOnce) this.#running++;
    else await this.#turn(owner, signal);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Resolves with a place that whoever has ended leaves to us. */
  #turn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const mine = this.#waiting.get(owner) ?? [];
    const take = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      mine.splice(mine.indexOf(take), 1);
      if (mine.length === 0) this.#waiting.delete(owner);
      reject(signal?.reason);
    };
    mine.push(take);
    this.#waiting.set(owner, mine);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running--;
      return;
    }
    const [owner, theirs] = first;
    const take = theirs.shift();
    this.#waiting.delete(owner);
    if (theirs.length > 0) this.#waiting.set(owner, theirs);
    take?.();
  }
}
