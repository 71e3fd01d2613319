import type { FastifyRequest } from 'fastify';
import { bearerToken } from '../auth/tokens/authenticate.ts';
import { isTokenValue, tokenHash } from '../auth/tokens/token-value.ts';
import { sessionSender } from './bounds/batch-auth-lookups.ts';
import type { ServerDependencies } from './dependencies.ts';

/**
 * Whose session or token a request carries, without asking the database whether it is good still: a session that we
 * have signed, or a token that has been good. Null where anybody could have made it up.
 */
export async function findSender(
  { auth, admission }: Pick<ServerDependencies, 'auth' | 'admission'>,
  request: FastifyRequest,
): Promise<string | null> {
  if (request.headers.authorization === undefined) {
    const id = await auth.signedSessionOf(request.headers);
    return id === undefined ? null : sessionSender(id);
  }
  const value = bearerToken(request);
  if (value === undefined || !isTokenValue(value)) return null;
  return admission.lookups.senderOfToken(tokenHash(value));
}
