import type { Release } from '../platform/concurrency/fair-semaphore.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** The slot of a request, which it gives back while it needs none. */
export class RequestSlot {
  readonly #admit: () => Promise<Release | undefined>;
  #release: Release | undefined;

  /** @param admit Resolves to undefined if the request needs no slot of its own. */
  constructor(admit: () => Promise<Release | undefined>) {
    this.#admit = admit;
  }

  /** @throws AppError 503 `busy` */
  async take(): Promise<void> {
    this.#release = await this.#admit();
  }

  giveBack(): void {
    this.#release?.();
    this.#release = undefined;
  }

  /** Runs `work`, which waits for something external, without the slot. @throws the errors of `take` and of `work` */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#release) return work();
    this.giveBack();
    try {
      return await work();
    } finally {
      await this.take();
    }
  }

  /** Returns a storage whose objects are read without the slot: it may answer slowly, or not at all. */
  storage(storage: Storage): Storage {
    return { ...storage, read: (name, range) => this.outside(() => storage.read(name, range)) };
  }

  /**
   * Yields the items of an iterable and takes a slot for each one. Other requests can use the slot in between. @throws
   * the errors of `take`
   */
  async *pieces<T>(made: AsyncIterable<T>): AsyncGenerator<T, void> {
    const iterator = made[Symbol.asyncIterator]();
    try {
      for (;;) {
        await this.take();
        const next = await iterator.next().finally(() => this.giveBack());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
}
