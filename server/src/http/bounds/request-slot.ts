import type { Release } from '../../platform/fair-semaphore.ts';

/** The slot of a request, which it gives back while it needs none. */
export class RequestSlot {
  readonly #admit: () => Promise<Release | undefined>;
  #release: Release | undefined;

  /** @param admit Answers nothing where the request needs no slot of its own. */
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

  /** Does work that waits for somebody else, without the slot. @throws as `take`, and what `work` throws */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    this.giveBack();
    try {
      return await work();
    } finally {
      await this.take();
    }
  }

  /** What is made piece by piece, each in a turn of its own; between them others have it. @throws as `take` */
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
