import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, type TokenCaller } from '../auth/tokens/authenticate.ts';
import { clientAborted } from './bounds/concurrency-limiter.ts';
import type { ServerDependencies } from './dependencies.ts';

/** Authenticates the request's token. @throws AppError 401 `token_missing` or `token_invalid`; 503 `busy` */
export async function tokenCaller(
  { db, admission: { lookups } }: Pick<ServerDependencies, 'db' | 'admission'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<TokenCaller> {
  const caller = await authenticate(db, request, async (hash, find) => {
    request.sender = lookups.senderOfToken(hash);
    const found = await lookups.ofToken(hash, request.ip, find, () => clientAborted(reply));
    request.sender = lookups.senderOfToken(hash);
    return found;
  });
  request.becomesKnown({ kind: 'token', id: caller.actor.id });
  return caller;
}
