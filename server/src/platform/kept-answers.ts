type Built = { revision: string; bytes: Buffer };

/** Answers that stay true as long as a revision is in force, at most one a key, bounded in total. */
export class KeptAnswers {
  readonly #maxBytes: number;
  /** In the order of last use: the first is the one to go. */
  readonly #kept = new Map<string, Built>();
  readonly #building = new Map<string, Promise<Built>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
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
    const known = this.#kept.get(key);
    if (revision === undefined || known?.revision !== revision) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known;
  }

  #start(key: string, build: () => Promise<Built>): Promise<Built> {
    const started = build()
      .then((built) => this.#keep(key, built))
      .finally(() => this.#building.delete(key));
    this.#building.set(key, started);
    return started;
  }

  #keep(key: string, built: Built): Built {
    const before = this.#kept.get(key);
    if (before) this.#drop(key, before);
    this.#kept.set(key, built);
    this.#bytes += built.bytes.length;
    for (const [oldKey, old] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldKey, old);
    }
    return built;
  }

  #drop(key: string, built: Built): void {
    this.#kept.delete(key);
    this.#bytes -= built.bytes.length;
  }
}
