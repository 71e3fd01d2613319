/** That a file has changed, for those who saw it before or see it now. */
export type Entry = { seq: number; at: number; fileId: string; audience: Set<string>; drives: Set<string> };

type Listener = (audience: Set<string>, drives: Set<string>) => void;

/** Changes of all drives, in order: the lists of accounts and of shared drives are parts of it. */
export class ChangeLists {
  readonly #entries: Entry[] = [];
  readonly #listeners: Listener[] = [];
  /** The last number of a change, and the first one that is still known. */
  #seq = 1_000;
  #oldest = 0;

  get latest(): number {
    return this.#seq;
  }

  knows(seq: number): boolean {
    return Number.isSafeInteger(seq) && seq >= this.#oldest && seq <= this.#seq;
  }

  /** No place that was given until now is known any more. */
  forgetPlaces(): void {
    this.#seq += 1_000;
    this.#oldest = this.#seq;
  }

  record(change: Omit<Entry, 'seq'>): void {
    this.#entries.push({ seq: ++this.#seq, ...change });
    for (const listener of this.#listeners) listener(change.audience, change.drives);
  }

  /** Returns the changes since, in the list of an account or of a shared drive: each file once, by its last change. */
  since(seq: number, email: string, driveId: string | null): Entry[] {
    const last = new Map<string, Entry>();
    for (let at = this.#indexAfter(seq); at < this.#entries.length; at++) {
      const entry = this.#entries[at];
      if (!entry || !(driveId === null ? entry.audience.has(email) : entry.drives.has(driveId))) continue;
      last.delete(entry.fileId);
      last.set(entry.fileId, entry);
    }
    return [...last.values()];
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  #indexAfter(seq: number): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
