import type { FastifyRequest } from 'fastify';
import { bearerTokenOf, isWellFormedTokenValue, hashTokenValue } from '../auth/tokens/token-value.ts';
import { findTokenCaller, type TokenCaller } from '../auth/tokens/find-token.ts';
import { AppError } from '../core/errors.ts';
import type { GetDisconnectSignal } from './limits/wait-for-slot.ts';
import type { ReleaseSlot } from '../platform/concurrency/fair-semaphore.ts';
import type { ServerDependencies } from './dependencies.ts';
import { queueKeyOfSession } from './limits/auth-lookups.ts';

/**
 * Returns the session or token of a request without a database query: a session with a valid signature, or a token that
 * has been valid before. Null if the credential could be made up.
 */
export async function knownSessionOrTokenOf(
  { auth, admission }: Pick<ServerDependencies, 'auth' | 'admission'>,
  request: FastifyRequest,
): Promise<string | null> {
  if (request.headers.authorization === undefined) {
    const session = await auth.sessionOf(request.headers);
    return session ? queueKeyOfSession(session.id) : null;
  }
  const value = bearerTokenOf(request);
  if (value === undefined || !isWellFormedTokenValue(value)) return null;
  return admission.lookups.senderOfToken(hashTokenValue(value).toString('base64'));
}

/** Authenticates the request's token. @throws AppError 401 `token_missing` or `token_invalid`; 503 `busy` */
export async function authenticateToken(
  { db, admission: { lookups } }: Pick<ServerDependencies, 'db' | 'admission'>,
  request: FastifyRequest,
): Promise<TokenCaller> {
  const value = bearerTokenOf(request);
  if (value === undefined) throw new AppError('token_missing', 'Send an API token: Authorization: Bearer wtp_….');
  const hash = isWellFormedTokenValue(value) ? hashTokenValue(value) : undefined;
  const caller = hash && (await lookups.ofToken(request, hash.toString('base64'), () => findTokenCaller(db, hash)));
  if (caller) return caller;
  throw new AppError(
    'token_invalid',
    'The API token is mistyped or was revoked. Create a new one on the settings page.',
  );
}

/**
 * Takes a slot for a request of a token, which is read again after a wait (rules/tokens 7).
 * @throws AppError 401 `token_invalid`; 503 `busy`
 */
export function acquireTokenSlot(
  deps: Pick<ServerDependencies, 'db' | 'admission'>,
  request: FastifyRequest,
  workspaceId: string,
  left: GetDisconnectSignal,
): Promise<ReleaseSlot> {
  return acquireRequestSlot(deps.admission, workspaceId, left, () => authenticateToken(deps, request));
}

/**
 * Takes a slot for a request. After a wait, the caller is authenticated again, because their access may have ended.
 * @throws AppError 503 `busy`; errors of `authenticate`
 */
export async function acquireRequestSlot(
  admission: ServerDependencies['admission'],
  workspaceId: string,
  left: GetDisconnectSignal,
  authenticate: () => Promise<unknown>,
): Promise<ReleaseSlot> {
  let hasWaited = false;
  const release = await admission.workspace(workspaceId, () => {
    hasWaited = true;
    return left();
  });
  if (!hasWaited) return release;
  try {
    await authenticate();
    return release;
  } catch (error) {
    release();
    throw error;
  }
}
