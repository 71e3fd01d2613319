import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FairSemaphore, type Release } from '../../platform/fair-semaphore.ts';
import type { FoundToken } from '../../auth/tokens/find-token.ts';
import { clientAddress } from './client-address.ts';
import { admitted, type Left } from './admitted.ts';
import { Lookups } from './batch-auth-lookups.ts';

/** Connections beyond the slots of workspaces: for finding out who asks, and for those whom nobody knows. */
const SPARE = 2;

/**
 * What a workspace may have of the slots while others ask: what is left are not only slots, but the thread and the
 * processors that theirs would run on. Milliseconds.
 */
const BESIDE_OTHERS = { part: 0.25, within: 2_000 };

/** How long after a request others may be expected, in milliseconds. */
const A_MOMENT = 250;

const WAITING = { waiting: 1_000, waitingOfKey: 250, patience: 10_000 };

/** How many requests of somebody who is not known may wait; of an address from which drives ring, more. */
const OF_SOMEBODY = 50;
const OF_RINGING = 250;

/** Slots of drives that ring, beside those of people who sign in. */
const RINGING = 2;

/**
 * Slots of those who sign in with a provider, which may take its time. While it does they hold no connection, so they
 * may be more than the spare ones.
 */
const AT_PROVIDER = 8;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Signs in with a provider that is asked meanwhile: whoever does something else does not wait behind that. */
    asksProvider?: boolean;
  }
}

/**
 * Slots, of which an address has one. A line before them lets one of each in, because many may share a proxy’s address.
 */
class Lines {
  readonly slots: FairSemaphore;
  readonly #somebody: FairSemaphore;

  constructor(slots: number, waitingOfKey = OF_SOMEBODY) {
    this.#somebody = new FairSemaphore({ slots: Infinity, share: 1, ...WAITING, waitingOfKey });
    this.slots = new FairSemaphore({ slots, share: 1, ...WAITING });
  }

  async admit(key: string, somebody: string, left: Left | undefined): Promise<Release> {
    const leave = await admitted(this.#somebody, somebody, left);
    try {
      const release = await admitted(this.slots, key, left);
      return () => {
        release();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  }
}

/**
 * Which requests are worked on (rules/bounds 7). There are fewer slots than connections, and what a workspace may have
 * of them leaves some to others, so that none waits for what another does.
 */
export class Admission {
  readonly workspaces: FairSemaphore;
  readonly lookups: Lookups<FoundToken>;
  readonly #unknown = new Lines(SPARE);
  readonly #atProvider = new Lines(AT_PROVIDER);
  readonly #ringing = new Lines(RINGING, OF_RINGING);

  /** @param connections How many of them requests have. */
  constructor(connections: number) {
    const slots = Math.max(2, connections - SPARE);
    const part = (of: number) => Math.min(slots - 1, Math.ceil(slots * of));
    const besideOthers = { share: part(BESIDE_OTHERS.part), within: BESIDE_OTHERS.within };
    this.workspaces = new FairSemaphore({ slots, share: part(0.75), besideOthers, ...WAITING });
    this.lookups = new Lookups(slots);
  }

  /** Whether anybody of a workspace asks, or has done so a moment ago. */
  get isBusy(): boolean {
    return this.workspaces.used > 0 || performance.now() - this.workspaces.begunAt < A_MOMENT;
  }

  /** Those who sign in and out with links, and those who ask for no workspace. */
  get unknown(): FairSemaphore {
    return this.#unknown.slots;
  }

  /**
   * A slot for a request of the workspace, once it is its turn.
   * @throws AppError 503 `busy`
   */
  workspace(id: string, left?: Left): Promise<Release> {
    return admitted(this.workspaces, id, left);
  }

  /** A slot for a request of which only the address is known. @throws AppError 503 `busy` */
  address(request: FastifyRequest, left?: Left): Promise<Release> {
    const { address, claimed } = clientAddress(request);
    const { config, url } = request.routeOptions;
    const lines = url?.startsWith(DRIVES) ? this.#ringing : config.asksProvider ? this.#atProvider : this.#unknown;
    return lines.admit(address, claimed === undefined ? address : `${address} for ${claimed}`, left);
  }

  /** A slot beside those, for somebody who is signed in and asks for no workspace. @throws AppError 503 `busy` */
  person(email: string, left?: Left): Promise<Release> {
    return this.#unknown.admit(email, email, left);
  }
}

/** Where nobody is known: signing in and out, ending mails, and drives that ring. */
const DRIVES = '/api/drives/';
const OF_NOBODY = ['/api/auth', '/api/unsubscribe', DRIVES];

/** Admits what is done before anybody is known, or without it. */
export function admitSignIn(app: FastifyInstance, admission: Admission): void {
  const slots = new WeakMap<object, Release>();
  app.addHook('preHandler', async (request, reply) => {
    // By the route, because an address can be written in many ways.
    const { url } = request.routeOptions;
    if (!OF_NOBODY.some((start) => url?.startsWith(start))) return;
    const release = await admission.address(request, () => clientAborted(reply));
    slots.set(request, release);
    if (reply.raw.destroyed) release();
  });
  app.addHook('onResponse', async (request) => slots.get(request)?.());
}

/** Made once: each has a stack, which costs more than the rest of a wait, and every answer ends with a close. */
const LEFT = new DOMException('Nobody waits for the answer any more', 'AbortError');

/** Of each reply that somebody has asked for it. */
const leaving = new WeakMap<FastifyReply, AbortSignal>();

/** Says that nobody waits for the answer any more. */
export function clientAborted(reply: FastifyReply): AbortSignal {
  const known = leaving.get(reply);
  if (known) return known;
  const left = new AbortController();
  leaving.set(reply, left.signal);
  if (reply.raw.destroyed) left.abort(LEFT);
  reply.raw.once('close', () => left.abort(LEFT));
  return left.signal;
}
