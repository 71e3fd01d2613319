import type { FastifyRequest } from 'fastify';
import { authenticate, type TokenCaller } from '../auth/tokens/authenticate.ts';
import type { Left } from './limits/admitted.ts';
import type { Release } from '../platform/concurrency/fair-semaphore.ts';
import type { ServerDependencies } from './dependencies.ts';

/** Authenticates the request's token. @throws AppError 401 `token_missing` or `token_invalid`; 503 `busy` */
export async function tokenCaller(
  { db, admission: { lookups } }: Pick<ServerDependencies, 'db' | 'admission'>,
  request: FastifyRequest,
): Promise<TokenCaller> {
  const caller = await authenticate(db, request, async (hash, find) => {
    const id = hash.toString('base64');
    request.sender = lookups.senderOfToken(id);
    const found = await lookups.ofToken(id, request.ip, find);
    request.sender = lookups.senderOfToken(id);
    return found;
  });
  request.becomesKnown({ kind: 'token', id: caller.actor.id });
  return caller;
}

/**
 * Takes a slot for a request of a token. One that had to wait is authenticated again, because its token may have been
 * revoked meanwhile (rules/tokens 7).
 * @throws AppError 401 `token_invalid`; 503 `busy`
 */
export async function takeTokenSlot(
  deps: Pick<ServerDependencies, 'db' | 'admission'>,
  request: FastifyRequest,
  workspaceId: string,
  left: Left,
): Promise<Release> {
  let hasWaited = false;
  const release = await deps.admission.workspace(workspaceId, () => {
    hasWaited = true;
    return left();
  });
  if (!hasWaited) return release;
  try {
    await tokenCaller(deps, request);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}
