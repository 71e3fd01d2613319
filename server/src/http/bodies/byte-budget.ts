import { AppError } from '../../core/errors.ts';

/** Owner of the bytes: a workspace, or all unauthenticated callers together. */
export type WorkspaceOrUnauthenticated = { workspaceId: string } | 'nobody';

export type ByteLimits = { most: number; ofWorkspace: number; ofNobody: number };

/**
 * Created once: each error captures a stack trace. Most bodies are done in less than the two seconds of Retry-After.
 */
const SERVER_BUSY = new AppError('busy', 'The server is receiving too much at once. Try again in a few seconds.', {
  headers: { 'retry-after': '2' },
});

/** Limits the bytes of one kind that an instance buffers at once, in total and per owner (rules/bounds 4). */
export class ByteBudget {
  readonly #limits: ByteLimits;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /** Bytes. */
  get held(): number {
    return this.#total;
  }

  /**
   * Reserves `bytes` until the returned function is called; calling it again does nothing. An owner can't reserve more
   * than what is still free in total, so however much the others take, the next owner can still get as much as the last
   * one has.
   * @throws AppError 503 `busy` with `Retry-After`
   */
  take(owner: WorkspaceOrUnauthenticated, bytes: number): () => void {
    const share = owner === 'nobody' ? this.#limits.ofNobody : this.#limits.ofWorkspace;
    const free = this.#limits.most - this.#total;
    if ((this.#held.get(keyOf(owner)) ?? 0) + bytes > Math.min(share, free)) {
      throw SERVER_BUSY;
    }
    return this.takeAnyway(owner, bytes);
  }

  /** Works like `take`, but may exceed the budget. Other owners are then refused until bytes are freed. */
  takeAnyway(owner: WorkspaceOrUnauthenticated, bytes: number): () => void {
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

const keyOf = (owner: WorkspaceOrUnauthenticated) => (owner === 'nobody' ? owner : owner.workspaceId);
