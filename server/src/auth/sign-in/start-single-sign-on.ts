import { z } from 'zod';
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import type { Database } from '../../database/database.ts';
import { newRandomToken } from '../random-token.ts';
import { storeOneTimeValue } from './one-time-value.ts';

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
 */
export async function startSingleSignOn(
  { db, provider, callbackUrl }: { db: Database; provider: Configuration; callbackUrl: string },
  next: string,
): Promise<{ url: string; state: string }> {
  const [state, nonce, codeVerifier] = [newRandomToken(), randomNonce(), randomPKCECodeVerifier()];
  const value = JSON.stringify({ nonce, codeVerifier, next } satisfies z.infer<typeof StartedSignOn>);
  await storeOneTimeValue(db.pool, 'single_sign_on', { token: state, value, minutes: AT_PROVIDER_MINUTES });
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: callbackUrl,
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, state };
}
