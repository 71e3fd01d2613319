import type { FastifyRequest } from 'fastify';
import { FairSemaphore } from '../../platform/concurrency/fair-semaphore.ts';
import { limitKeyOfAddress } from './client-address.ts';
import { waitForSlot, SERVER_BUSY_ERROR, type GetDisconnectSignal } from './wait-for-slot.ts';

/** Maximum number of valid tokens remembered, by hash. */
const MOST_REMEMBERED = 10_000;

/** Maximum number of requests of one key that wait: each for its own lookup, or those of a token for a shared one. */
const MOST_WAITING = 250;

/** Lookup of a token that hasn't been sent yet, and the number of requests that wait for it. */
type Unsent<Caller> = { found: Promise<Caller | undefined>; requests: number };

/** Request that is marked with its sender and, once the credential is found valid, with the caller. */
type Request = Pick<FastifyRequest, 'ip' | 'sender' | 'becomesKnown'>;

/** Queue key of a session whose cookie signature was verified. */
export const queueKeyOfSession = (id: string): string => `session ${id}`;

/**
 * Runs the authentication lookups that each request needs before it gets a slot (rules/bounds 7). A few run at a time,
 * round-robin by session and token, so a sender that floods the queue delays only itself.
 */
export class AuthLookupQueue<Caller extends { actor: { id: string } }> {
  readonly queue: FairSemaphore;
  /** Hashes of tokens that were valid. Used only to choose the queue key; the token itself is looked up each time. */
  readonly #goodTokens = new Set<string>();
  readonly #unsent = new Map<string, Unsent<Caller>>();

  /** @param slots Number of lookups at a time; one session or token may use half of them. */
  constructor(slots: number) {
    const share = Math.ceil(slots / 2);
    this.queue = new FairSemaphore({ slots, share, waiting: 1_000, waitingOfKey: MOST_WAITING, patience: 5_000 });
  }

  /**
   * Looks up who has a session, then the member that they are, in one turn of the queue. Counts the connection toward
   * the session if it is open. Undefined if it has ended.
   * @param session Session whose signature was verified, so a client can't make up more of them.
   * @returns `member` settled, so someone who may not enter the workspace is still known.
   * @throws AppError 503 `busy`
   */
  ofSession<Who, Member>(
    request: Request,
    { id, find }: { id: string; find: () => Promise<Who | undefined> },
    findMember: (who: Who) => Promise<Member>,
    left: GetDisconnectSignal,
  ): Promise<{ who: Who; member: Promise<Member> } | undefined> {
    const sender = queueKeyOfSession(id);
    request.sender = sender;
    const lookUp = async () => {
      const who = await find();
      if (who === undefined) return undefined;
      request.becomesKnown({ kind: 'session', id });
      const member = findMember(who);
      await Promise.allSettled([member]);
      return { who, member };
    };
    return this.#run(sender, lookUp, left);
  }

  /**
   * Looks up a token, and counts the connection toward the token if it is valid. A client can make up a new token for
   * each request, so tokens that have never been valid share the queue of their address.
   * @param hash In base64.
   * @throws AppError 503 `busy`
   */
  async ofToken(request: Request, hash: string, find: () => Promise<Caller | undefined>): Promise<Caller | undefined> {
    request.sender = this.senderOfToken(hash);
    const found = await this.#together(hash, request.sender ?? limitKeyOfAddress(request.ip), find);
    if (found === undefined) this.#goodTokens.delete(hash);
    else if (!this.#goodTokens.has(hash)) this.#remember(hash);
    request.sender = this.senderOfToken(hash);
    if (found !== undefined) request.becomesKnown({ kind: 'token', id: found.actor.id });
    return found;
  }

  /** Queue key of a token that has been valid; null if it could be made up. */
  senderOfToken(hash: string): string | null {
    return this.#goodTokens.has(hash) ? `token ${hash}` : null;
  }

  /**
   * Shares one lookup among all requests of a token that arrive before it is sent. It is sent at the end of an event
   * loop iteration, once it has a slot, so a request that arrives after a revocation is refused. A client that leaves
   * doesn't stop it for the others.
   * @throws AppError 503 `busy`
   */
  #together(hash: string, key: string, find: () => Promise<Caller | undefined>): Promise<Caller | undefined> {
    const unsent = this.#unsent.get(hash);
    if (unsent) {
      if (unsent.requests >= MOST_WAITING) throw SERVER_BUSY_ERROR;
      unsent.requests++;
      return unsent.found;
    }
    const sent = () => this.#unsent.delete(hash);
    const found = this.#run(key, async () => {
      await new Promise(setImmediate);
      sent();
      return find();
    });
    this.#unsent.set(hash, { found, requests: 1 });
    found.catch(() => this.#unsent.get(hash)?.found === found && sent());
    return found;
  }

  #remember(id: string): void {
    const [oldest] = this.#goodTokens;
    if (oldest !== undefined && this.#goodTokens.size >= MOST_REMEMBERED) this.#goodTokens.delete(oldest);
    this.#goodTokens.add(id);
  }

  async #run<T>(key: string, find: () => Promise<T>, left?: GetDisconnectSignal): Promise<T> {
    const release = await waitForSlot(this.queue, key, left);
    try {
      return await find();
    } finally {
      release();
    }
  }
}
