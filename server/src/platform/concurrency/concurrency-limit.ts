/**
 * Limits the concurrent work of each owner, such as a workspace. Refuses excess work, while `FairSemaphore` queues
 * it: here
 * a user waits for the result and can try again.
 */
export class RefusingConcurrencyLimit {
  readonly #underWay = new Map<string, number>();

  /** @throws the errors of `work`, and the error of `refusal` if `most` are already running */
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
