/**
 * Counts what is under way of each owner, such as a workspace, so that nobody has too much of it at once. Where
 * `FairSemaphore` lets wait, this refuses: somebody sits before it and can ask again.
 */
export class ConcurrencyLimit {
  readonly #underWay = new Map<string, number>();

  /** @throws what `work` throws; what `refusal` makes, where `most` are under way already */
  async run<T>(owner: string, most: number, refusal: () => Error, work: () => Promise<T>): Promise<T> {
    const before = this.#underWay.get(owner) ?? 0;
    if (before >= most) throw refusal();
    this.#underWay.set(owner, before + 1);
    try {
      return await work();
    } finally {
      const left = (this.#underWay.get(owner) ?? 1) - 1;
      if (left > 0) this.#underWay.set(owner, left);
      else this.#underWay.delete(owner);
    }
  }
}
