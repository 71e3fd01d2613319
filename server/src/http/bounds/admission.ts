import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../errors.ts';
import { FairQueue, type Release } from '../../platform/fair-queue.ts';
import { addressKey } from './addresses.ts';

/** Connections beyond the slots of workspaces: for finding out who asks, and for those whom nobody knows. */
const SPARE = 2;

const WAITING = { waiting: 1_000, waitingOfKey: 250, patience: 10_000 };

/**
 * Which requests are worked on (rules/bounds 7). There are fewer slots than connections, and what a workspace may have of
 * them leaves some to others, so that none waits for what another does.
 */
export class Admission {
  readonly workspaces: FairQueue;
  readonly unknown: FairQueue;

  /** @param connections How many of them requests have. */
  constructor(connections: number) {
    const slots = Math.max(2, connections - SPARE);
    this.workspaces = new FairQueue({ slots, share: Math.min(slots - 1, Math.ceil(slots * 0.75)), ...WAITING });
    this.unknown = new FairQueue({ slots: SPARE, share: 1, ...WAITING, waitingOfKey: 50 });
  }

  /**
   * A slot for a request of the workspace, once it is its turn.
   * @param signal Made where it has to wait: says that the caller has gone.
   * @throws AppError 503 `busy`
   */
  workspace(id: string, signal?: () => AbortSignal | undefined): Promise<Release> {
    return admitted(this.workspaces, id, signal);
  }

  /** A slot for a request of which only the address is known. @throws AppError 503 `busy` */
  address(ip: string, signal?: () => AbortSignal | undefined): Promise<Release> {
    return admitted(this.unknown, addressKey(ip), signal);
  }

  /** A slot beside those, for somebody who is signed in and asks for no workspace. @throws AppError 503 `busy` */
  person(email: string, signal?: () => AbortSignal | undefined): Promise<Release> {
    return admitted(this.unknown, email, signal);
  }
}

/** Signing in and out, before anybody is known. */
export function admitSignIn(app: FastifyInstance, admission: Admission): void {
  const slots = new WeakMap<object, Release>();
  app.addHook('preHandler', async (request, reply) => {
    // By the route, because an address can be written in many ways.
    if (!request.routeOptions.url?.startsWith('/api/auth')) return;
    const release = await admission.address(request.ip, () => gone(reply));
    slots.set(request, release);
    if (reply.raw.destroyed) release();
  });
  app.addHook('onResponse', async (request) => slots.get(request)?.());
}

/** Made once: each has a stack, which costs more than the rest of a wait, and every answer ends with a close. */
const LEFT = new DOMException('Nobody waits for the answer any more', 'AbortError');

/** Says that nobody waits for the answer any more. */
export function gone(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  if (reply.raw.destroyed) left.abort(LEFT);
  reply.raw.once('close', () => left.abort(LEFT));
  return left.signal;
}

async function admitted(queue: FairQueue, key: string, signal?: () => AbortSignal | undefined): Promise<Release> {
  try {
    return await queue.take(key, signal);
  } catch {
    throw new AppError('busy', 'Too many requests are under way at the moment: try again in a few seconds.', {
      headers: { 'retry-after': '2' },
    });
  }
}
