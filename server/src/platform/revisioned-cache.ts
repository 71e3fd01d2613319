import { LRUCache } from 'lru-cache';

type Built = { revision: string; bytes: Buffer };

/**
 * An LRU cache of answers, one a key, bounded by the bytes of all together. Each answer is true as long as the revision
 * that it was built under is in force.
 */
export class RevisionedCache {
  readonly #answers: LRUCache<string, Built>;
  readonly #building = new Map<string, Promise<Built>>();

  constructor(maxBytes: number) {
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, key) => key.length + bytes.length,
    });
  }

  /**
   * The answer under `revision`, or a new one from `build`. One build of a key runs at a time: who comes while it runs
   * waits for it, and if it read an older state than theirs, all of them share the next. So none gets an older answer,
   * and a crowd that finds the revision gone costs two builds.
   */
  async get(key: string, revision: string | undefined, build: () => Promise<Built>): Promise<Buffer> {
    const known = this.#find(key, revision);
    if (known) return known.bytes;
    const underWay = this.#building.get(key);
    if (underWay) {
      await Promise.allSettled([underWay]);
      const read = this.#find(key, revision);
      if (read) return read.bytes;
    }
    // One that runs now has started after this request came.
    const built = await (this.#building.get(key) ?? this.#start(key, build));
    return built.bytes;
  }

  #find(key: string, revision: string | undefined): Built | undefined {
    if (revision === undefined) return undefined;
    const known = this.#answers.get(key);
    return known?.revision === revision ? known : undefined;
  }

  #start(key: string, build: () => Promise<Built>): Promise<Built> {
    const started = build()
      .then((built) => {
        this.#answers.set(key, built);
        return built;
      })
      .finally(() => this.#building.delete(key));
    this.#building.set(key, started);
    return started;
  }
}
