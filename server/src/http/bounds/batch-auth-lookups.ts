import { FairSemaphore } from '../../platform/fair-semaphore.ts';
import { addressKey } from './client-address.ts';
import { admitted, type Left } from './admitted.ts';

/** Tokens that an instance remembers as good, by their hashes. */
const MOST_REMEMBERED = 10_000;

/** The line of a session that we have signed. */
export const sessionSender = (id: string): string => `session ${id}`;

/**
 * Finding out who asks, which every request does before it has a slot (rules/bounds 7): a few at a time, and in turn
 * between sessions and tokens, so that what one of them sends waits behind itself.
 */
export class Lookups<Token> {
  readonly queue: FairSemaphore;
  /** Only says whose line it is: whether a token is good still, is looked up each time. */
  readonly #goodTokens = new Set<string>();
  /** What is to be looked up at the end of this turn of the event loop. */
  readonly #sameTurn = new Map<string, Promise<Token | undefined>>();

  /** @param slots How many are looked up at a time; those of one session or token are half of them. */
  constructor(slots: number) {
    const share = Math.ceil(slots / 2);
    this.queue = new FairSemaphore({ slots, share, waiting: 1_000, waitingOfKey: 250, patience: 5_000 });
  }

  /**
   * Looks up something of a session.
   * @param id One that we have signed, so that nobody can make up more of them.
   * @throws AppError 503 `busy`
   */
  ofSession<T>(id: string, find: () => Promise<T>, left?: Left): Promise<T> {
    return this.#run(sessionSender(id), find, left);
  }

  /**
   * Looks up a token. Anybody can make up another one for each request, so that those which have never been good share
   * the line of their address.
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

  /** Its own line, where it has been good; null where anybody could have made it up. */
  senderOfToken(hash: Buffer): string | null {
    const id = hash.toString('base64');
    return this.#goodTokens.has(id) ? `token ${id}` : null;
  }

  /**
   * One lookup for all requests of a token that come to it in the same turn of the event loop. It begins after each of
   * them, so that one which comes after a revocation is told of it.
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
