import type { ReleaseSlot } from '../platform/concurrency/fair-semaphore.ts';
import type { ObjectStorage } from '../platform/storage/object-storage.ts';

/** The slot of a request, which it gives back while it needs none. */
export class RequestSlot {
  readonly #admit: () => Promise<ReleaseSlot | undefined>;
  #release: ReleaseSlot | undefined;

  /** @param admit Resolves to undefined if the request needs no slot of its own. */
  constructor(admit: () => Promise<ReleaseSlot | undefined>) {
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
  storage(storage: ObjectStorage): ObjectStorage {
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
