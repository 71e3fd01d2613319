import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/database.ts';
import type { ProviderSettings } from '../../providers/identity/find-provider.ts';
import { createIdentityProvider } from '../../providers/identity/identity-provider.ts';
import { readCookie, writeCookie } from '../sessions/cookies.ts';
import type { CreatedSession } from './create-session.ts';
import { completeSingleSignOn } from './complete-single-sign-on.ts';
import type { SignInSource } from './record-sign-in.ts';
import { AT_PROVIDER_MINUTES, startSingleSignOn } from './start-single-sign-on.ts';

/** Path that the provider redirects to. */
export const CALLBACK_PATH = '/api/auth/callback/oidc';

type Parts = {
  db: Database;
  oidc: ProviderSettings;
  /** Returns the origin of the console. */
  origin: () => string;
  /** Milliseconds the provider may take. */
  within: number;
  log: Pick<FastifyBaseLogger, 'error'>;
};

/** Single sign-on by OpenID Connect: the authorization code flow with PKCE, state and nonce. */
export function createSingleSignOn({ db, oidc, origin, within, log }: Parts) {
  const provider = createIdentityProvider(oidc, within);

  /** With the prefix `__Host-`, no other host of the domain can set the cookie. */
  function stateCookie() {
    const secure = origin().startsWith('https:');
    return { name: `${secure ? '__Host-' : ''}training.single_sign_on`, secure };
  }

  return {
    /**
     * Returns the address of the provider's sign-in page, and the cookie that binds the sign-in to this browser.
     * @throws AppError 503 if the provider can't be reached
     */
    async start(next: string): Promise<{ url: string; setCookie: string }> {
      const callbackUrl = `${origin()}${CALLBACK_PATH}`;
      const { url, state } = await startSingleSignOn({ db, provider, callbackUrl, log }, next);
      const { name, secure } = stateCookie();
      return { url, setCookie: writeCookie(name, state, { seconds: AT_PROVIDER_MINUTES * 60, secure }) };
    },

    /**
     * Signs in whoever comes back from the provider.
     * @param returned Path with the query, and the cookies.
     * @throws SignInRefused, or another error if the provider doesn't confirm the sign-in
     */
    async complete(
      returned: { path: string; cookie: string | undefined },
      from: SignInSource,
    ): Promise<CreatedSession & { next: string }> {
      const address = new URL(`${origin()}${returned.path}`);
      const state = readCookie(returned.cookie, stateCookie().name);
      return completeSingleSignOn({ db, provider }, { address, state }, from);
    },

    /** Returns the `set-cookie` header that removes the cookie of a completed or failed sign-in. */
    clearCookie(): string {
      const { name, secure } = stateCookie();
      return writeCookie(name, '', { seconds: 0, secure });
    },
  };
}
