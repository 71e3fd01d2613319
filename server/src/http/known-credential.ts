import type { FastifyRequest } from 'fastify';
import { bearerToken } from '../auth/tokens/bearer-token.ts';
import { isTokenValue, tokenHash } from '../auth/tokens/token-value.ts';
import { sessionSender } from './limits/auth-lookups.ts';
import type { ServerDependencies } from './dependencies.ts';

/**
 * Returns the session or token of a request without a database query: a session with a valid signature, or a token that
 * has been valid before. Null if the credential could be made up.
 */
export async function knownCredentialOf(
  { auth, admission }: Pick<ServerDependencies, 'auth' | 'admission'>,
  request: FastifyRequest,
): Promise<string | null> {
  if (request.headers.authorization === undefined) {
    const session = await auth.sessionOf(request.headers);
    return session ? sessionSender(session.id) : null;
  }
  const value = bearerToken(request);
  if (value === undefined || !isTokenValue(value)) return null;
  return admission.lookups.senderOfToken(tokenHash(value).toString('base64'));
}
