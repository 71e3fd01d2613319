import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FairSemaphore, type ReleaseSlot } from '../../platform/concurrency/fair-semaphore.ts';
import type { TokenCaller } from '../../auth/tokens/find-token.ts';
import { clientAddressesOf } from './client-address.ts';
import { waitForSlot, type GetDisconnectSignal } from './wait-for-slot.ts';
import { AuthLookupQueue } from './auth-lookups.ts';

/** Database connections not used by workspace slots: for authentication lookups and for unauthenticated requests. */
const SPARE = 2;

/**
 * Share of the slots that one workspace may use while other workspaces send requests. It is low because requests share
 * the event loop and the CPUs, not just the slots. A workspace with a long queue leaves each slot empty for twice
 * as long as its last request took, at most `rest`. In milliseconds.
 */
const SHARED_LOAD = { part: 0.25, within: 2_000, rest: 250 };

/** Milliseconds after a request during which more requests are expected. */
const RECENT_MS = 250;

const WAITING = { waiting: 1_000, waitingOfKey: 250, patience: 10_000 };

/** Waiting requests allowed per unauthenticated caller; more for an address that sends push notifications of drives. */
const WAITING_PER_CALLER = 50;
const WAITING_PER_PUSH_SENDER = 250;

/** Slots for push notifications of drives, separate from those for sign-in. */
const PUSH_SLOTS = 2;

/**
 * Slots for sign-ins through an identity provider, which may be slow. These requests use no database connection while
 * they wait for the provider, so there may be more of them than spare connections: the providers of a few workspaces
 * that hang must not stop others.
 */
const AT_PROVIDER = 32;

/** Slots for pictures of shared devices, whose storage may be slow: nobody's signing in waits behind it. */
const AT_STORAGE = 8;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route calls the identity provider. It has its own slots so that other requests don't wait behind it. */
    asksProvider?: boolean;
    /** The route reads the storage, and has its own slots, too. */
    readsStorage?: boolean;
  }
}

/**
 * Slots, of which each address may use one. A queue in front admits one request per caller, because many callers may
 * share a proxy's address.
 */
class AddressSlots {
  readonly slots: FairSemaphore;
  readonly #callers: FairSemaphore;

  constructor(slots: number, waitingOfKey = WAITING_PER_CALLER) {
    this.#callers = new FairSemaphore({ slots: Infinity, share: 1, ...WAITING, waitingOfKey });
    this.slots = new FairSemaphore({ slots, share: 1, ...WAITING });
  }

  async admit(key: string, caller: string, left: GetDisconnectSignal | undefined): Promise<ReleaseSlot> {
    const releaseQueue = await waitForSlot(this.#callers, caller, left);
    try {
      const release = await waitForSlot(this.slots, key, left);
      return () => {
        release();
        releaseQueue();
      };
    } catch (error) {
      releaseQueue();
      throw error;
    }
  }
}

/**
 * Admission control: decides which requests run (rules/bounds 7). There are fewer slots than database connections, and
 * one workspace can't use all of them, so no workspace waits for another's requests.
 */
export class AdmissionControl {
  readonly workspaces: FairSemaphore;
  readonly lookups: AuthLookupQueue<TokenCaller>;
  readonly #unknown = new AddressSlots(SPARE);
  readonly #atProvider = new AddressSlots(AT_PROVIDER);
  readonly #atStorage = new AddressSlots(AT_STORAGE);
  readonly #push = new AddressSlots(PUSH_SLOTS, WAITING_PER_PUSH_SENDER);

  /** @param connections Number of database connections for requests. */
  constructor(connections: number) {
    const slots = Math.max(2, connections - SPARE);
    const part = (of: number) => Math.min(slots - 1, Math.ceil(slots * of));
    const { within, rest } = SHARED_LOAD;
    const besideOthers = { share: part(SHARED_LOAD.part), within, rest };
    this.workspaces = new FairSemaphore({ slots, share: part(0.75), besideOthers, ...WAITING });
    this.lookups = new AuthLookupQueue(slots);
  }

  /** True if a workspace request is running or started less than `RECENT_MS` ago. */
  get isBusy(): boolean {
    return this.workspaces.used > 0 || performance.now() - this.workspaces.begunAt < RECENT_MS;
  }

  /** Queue for sign-in and sign-out through links, and for signed-in users who request no workspace. */
  get unknown(): FairSemaphore {
    return this.#unknown.slots;
  }

  /**
   * Waits for a slot for a request of the workspace.
   * @throws AppError 503 `busy`
   */
  workspace(id: string, left?: GetDisconnectSignal): Promise<ReleaseSlot> {
    return waitForSlot(this.workspaces, id, left);
  }

  /**
   * Returns a function for a request to call after each part of its work. While other workspaces send requests, it
   * waits as long as the part took, at most `rest`.
   */
  rests(workspaceId: string): () => Promise<void> {
    let began = performance.now();
    return async () => {
      const took = performance.now() - began;
      if (this.workspaces.isBesideOthers(workspaceId)) await sleep(Math.min(took, SHARED_LOAD.rest));
      began = performance.now();
    };
  }

  /** Waits for a slot for a request of which only the address is known. @throws AppError 503 `busy` */
  address(request: FastifyRequest, left?: GetDisconnectSignal): Promise<ReleaseSlot> {
    const { address, claimed } = clientAddressesOf(request);
    const { config, url } = request.routeOptions;
    return this.#groupOf(url, config).admit(
      address,
      claimed === undefined ? address : `${address} for ${claimed}`,
      left,
    );
  }

  #groupOf(url: string | undefined, { asksProvider, readsStorage }: FastifyContextConfig): AddressSlots {
    if (url?.startsWith(DRIVES)) return this.#push;
    if (readsStorage) return this.#atStorage;
    return asksProvider ? this.#atProvider : this.#unknown;
  }

  /** Waits for a slot for a signed-in user who requests no workspace. @throws AppError 503 `busy` */
  person(email: string, left?: GetDisconnectSignal): Promise<ReleaseSlot> {
    return this.#unknown.admit(email, email, left);
  }
}

/** Routes without authentication: sign-in and sign-out, unsubscribing from emails, and push notifications of drives. */
const DRIVES = '/api/drives/';
const UNAUTHENTICATED = ['/api/auth', '/api/unsubscribe', DRIVES];

/** Applies admission control to requests that aren't authenticated. */
export function registerUnauthenticatedAdmission(app: FastifyInstance, admission: AdmissionControl): void {
  // Slots of requests whose handler hasn't begun.
  const slots = new WeakMap<object, ReleaseSlot>();
  // Matches the route, not the URL, because a URL can be written in several ways.
  const isFor = (url: string | undefined) => UNAUTHENTICATED.some((start) => url?.startsWith(start));
  app.addHook('onRoute', (route) => {
    if (!isFor(route.url)) return;
    const { handler } = route;
    // Fastify runs no hook for whoever leaves before the answer; but the work of a handler goes on.
    route.handler = async function (request, reply) {
      const release = slots.get(request);
      slots.delete(request);
      try {
        return await handler.call(this, request, reply);
      } finally {
        release?.();
      }
    };
  });
  app.addHook('preHandler', async (request, reply) => {
    if (!isFor(request.routeOptions.url)) return;
    const release = await admission.address(request, () => clientDisconnectSignalOf(reply));
    if (reply.raw.destroyed) return release();
    slots.set(request, release);
    reply.raw.once('close', () => slots.get(request)?.());
  });
}

/**
 * Created once: each error captures a stack trace, which costs more than the rest of a wait, and every response ends
 * with a close.
 */
const LEFT = new DOMException('Nobody waits for the answer any more', 'AbortError');

/** Abort signals of the replies for which `clientDisconnectSignalOf` was called. */
const leaving = new WeakMap<FastifyReply, AbortSignal>();

/** Returns the signal that the client has disconnected. */
export function clientDisconnectSignalOf(reply: FastifyReply): AbortSignal {
  const known = leaving.get(reply);
  if (known) return known;
  const left = new AbortController();
  leaving.set(reply, left.signal);
  if (reply.raw.destroyed) left.abort(LEFT);
  reply.raw.once('close', () => left.abort(LEFT));
  return left.signal;
}
