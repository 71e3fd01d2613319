import { LRUCache } from 'lru-cache';

type Built = { revision: string; bytes: Buffer };

/**
 * LRU cache of responses, one per key, limited by total bytes. A response is valid as long as the revision it was built
 * with is current.
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
   * Returns the response for `revision`, building it if necessary. Only one build per key runs at a time. Requests that
   * arrive during a build wait for it; if it read an older revision than theirs, all of them share the next build. So
   * no request gets an outdated response, and any number of concurrent requests causes at most two builds.
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
    // A build that is running now was started after this request arrived.
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
