import { FairSemaphore } from '../../platform/concurrency/fair-semaphore.ts';
import { addressKey } from './client-address.ts';
import { admitted, type Left } from './admitted.ts';

/** Maximum number of valid tokens remembered, by hash. */
const MOST_REMEMBERED = 10_000;

/** Queue key of a session whose cookie signature was verified. */
export const sessionSender = (id: string): string => `session ${id}`;

/**
 * Runs the authentication lookups that each request needs before it gets a slot (rules/bounds 7). A few run at a time,
 * round-robin by session and token, so a sender that floods the queue delays only itself.
 */
export class Lookups<Token> {
  readonly queue: FairSemaphore;
  /** Hashes of tokens that were valid. Used only to choose the queue key; the token itself is looked up each time. */
  readonly #goodTokens = new Set<string>();
  /** Lookups to run at the end of this iteration of the event loop. */
  readonly #sameTurn = new Map<string, Promise<Token | undefined>>();

  /** @param slots Number of lookups at a time; one session or token may use half of them. */
  constructor(slots: number) {
    const share = Math.ceil(slots / 2);
    this.queue = new FairSemaphore({ slots, share, waiting: 1_000, waitingOfKey: 250, patience: 5_000 });
  }

  /**
   * Runs a lookup for a session.
   * @param id Session id whose signature was verified, so a client can't make up more of them.
   * @throws AppError 503 `busy`
   */
  ofSession<T>(id: string, find: () => Promise<T>, left?: Left): Promise<T> {
    return this.#run(sessionSender(id), find, left);
  }

  /**
   * Looks up a token. A client can make up a new token for each request, so tokens that have never been valid share the
   * queue of their address.
   * @throws AppError 503 `busy`
   */
  async ofToken(
    hash: Buffer,
    ip: string,
    find: () => Promise<Token | undefined>,
    left?: Left,
  ): Promise<Token | undefined> {
    const id = hash.toString('base64');
    const key = this.senderOfToken(hash) ?? addressKey(ip);
    const found = await this.#run(key, () => this.#inSameTurn(id, find), left);
    if (found === undefined) this.#goodTokens.delete(id);
    else if (!this.#goodTokens.has(id)) this.#remember(id);
    return found;
  }

  /** Queue key of a token that has been valid; null if it could be made up. */
  senderOfToken(hash: Buffer): string | null {
    const id = hash.toString('base64');
    return this.#goodTokens.has(id) ? `token ${id}` : null;
  }

  /**
   * Shares one lookup among all requests of a token that arrive in the same iteration of the event loop. The lookup
   * starts after each of them has arrived, so that a request sent after a revocation is refused.
   */
  #inSameTurn(id: string, find: () => Promise<Token | undefined>): Promise<Token | undefined> {
    const begun = this.#sameTurn.get(id);
    if (begun) return begun;
    const found = new Promise((resolve) => setImmediate(resolve)).then(() => {
      this.#sameTurn.delete(id);
      return find();
    });
    this.#sameTurn.set(id, found);
    return found;
  }

  #remember(id: string): void {
    const [oldest] = this.#goodTokens;
    if (oldest !== undefined && this.#goodTokens.size >= MOST_REMEMBERED) this.#goodTokens.delete(oldest);
    this.#goodTokens.add(id);
  }

  async #run<T>(key: string, find: () => Promise<T>, left: Left | undefined): Promise<T> {
    const release = await admitted(this.queue, key, left);
    try {
      return await find();
    } finally {
      release();
    }
  }
}
