import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../core/errors.ts';
import type { IdentityProvider } from '../../providers/identity/identity-provider.ts';
import { newRandomToken } from '../sessions/random-token.ts';
import { storeOneTimeValue } from './one-time-value.ts';

type Parts = {
  db: Database;
  provider: IdentityProvider;
  callbackUrl: string;
  log: Pick<FastifyBaseLogger, 'error'>;
};

/** Minutes someone may take at the provider. */
export const AT_PROVIDER_MINUTES = 10;

/** Values stored until the browser comes back, as JSON. */
export const StartedSignOn = z.object({
  nonce: z.string(),
  codeVerifier: z.string(),
  /** Path of the console to open afterwards. */
  next: z.string(),
});

/**
 * Returns the address of the provider's sign-in page, and the state, which belongs into a cookie: only the browser that
 * has it can complete the sign-in.
 * @throws AppError 503 if the provider can't be reached
 */
export async function startSingleSignOn(
  { db, provider, callbackUrl, log }: Parts,
  next: string,
): Promise<{ url: string; state: string }> {
  const state = newRandomToken();
  const { url, checks } = await provider.signInPage(callbackUrl, state).catch((error: unknown) => {
    log.error({ err: error }, 'Single sign-on is not available');
    throw new AppError('unavailable', 'The sign-in provider can’t be reached. Ask for a sign-in link instead.');
  });
  const { nonce, codeVerifier } = checks;
  const value = JSON.stringify({ nonce, codeVerifier, next } satisfies z.infer<typeof StartedSignOn>);
  await storeOneTimeValue(db, 'single_sign_on', { token: state, value, minutes: AT_PROVIDER_MINUTES });
  return { url, state };
}
