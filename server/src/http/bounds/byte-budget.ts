import { AppError } from '../../errors.ts';

/** Whose share bytes are taken from: a workspace’s, or that of all who are not known. */
export type Owner = { workspaceId: string } | 'nobody';

type Limits = { most: number; ofWorkspace: number; ofNobody: number };

/** Made once: each has a stack. Most is done with in less than the two seconds. */
const BUSY = new AppError('busy', 'The server is receiving too much at once. Try again in a few seconds.', {
  headers: { 'retry-after': '2' },
});

/** The bytes of one kind that an instance holds at once, and of them the share of each owner (rules/bounds 4). */
export class ByteBudget {
  readonly #limits: Limits;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** In bytes. */
  get held(): number {
    return this.#total;
  }

  /**
   * Takes `bytes` out of the budget, until what it answers is called; calling that again does nothing. Nobody gets to
   * hold more than is free: however many take all they can, the next still finds as much as the last of them holds.
   * @throws AppError 503 `busy` with `Retry-After`
   */
  take(owner: Owner, bytes: number): () => void {
    const share = owner === 'nobody' ? this.#limits.ofNobody : this.#limits.ofWorkspace;
    const free = this.#limits.most - this.#total;
    if ((this.#held.get(keyOf(owner)) ?? 0) + bytes > Math.min(share, free)) {
      throw BUSY;
    }
    return this.takeAnyway(owner, bytes);
  }

  /** As `take`, but the budget may be exceeded: others wait for it then. */
  takeAnyway(owner: Owner, bytes: number): () => void {
    const key = keyOf(owner);
    this.#total += bytes;
    this.#held.set(key, (this.#held.get(key) ?? 0) + bytes);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#total -= bytes;
      const left = (this.#held.get(key) ?? 0) - bytes;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
    };
  }
}

const keyOf = (owner: Owner) => (owner === 'nobody' ? owner : owner.workspaceId);
