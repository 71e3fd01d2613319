import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import type { ProviderSettings } from '../../providers/identity/find-provider.ts';
import {
  createIdentityProvider,
  type IdentityProvider,
  type Profile,
} from '../../providers/identity/identity-provider.ts';
import { byMailbox } from '../sessions/memberships.ts';
import { newRandomToken } from '../sessions/random-token.ts';
import { readCookie, writeCookie } from '../sessions/session-cookie.ts';
import { type CreatedSession, createSession, SignInRefused, type SignInSource } from './create-session.ts';
import { storeOneTimeValue, takeOneTimeValue } from '../sessions/one-time-value.ts';

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

type Starting = {
  db: Database;
  provider: IdentityProvider;
  callbackUrl: string;
  log: Pick<FastifyBaseLogger, 'error'>;
};

/** Minutes someone may take at the provider. */
const AT_PROVIDER_MINUTES = 10;

/** Values stored until the browser comes back, as JSON. */
const StartedSignOn = z.object({
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
async function startSingleSignOn(
  { db, provider, callbackUrl, log }: Starting,
  next: string,
): Promise<{ url: string; state: string }> {
  const state = newRandomToken();
  const { url, checks } = await provider.signInPage(callbackUrl, state).catch((error: unknown) => {
    log.error({ err: error }, 'Single sign-on is not available');
    throw new AppError('unavailable', 'The sign-in provider can’t be reached. Ask for a sign-in link instead.');
  });
  const { nonce, codeVerifier } = checks;
  const value = JSON.stringify({ nonce, codeVerifier, next } satisfies z.infer<typeof StartedSignOn>);
  await storeOneTimeValue(db.em.fork(), 'single_sign_on', { token: state, value, minutes: AT_PROVIDER_MINUTES });
  return { url, state };
}

/** The browser's request on its return from the provider. */
type Returned = {
  /** Address that the provider redirected to, with `code` and `state`. */
  address: URL;
  /** State in the browser's cookie. */
  state: string | undefined;
};

/**
 * Signs in whoever comes back from the provider.
 * @throws SignInRefused
 * @throws Error if this browser hasn't started the sign-in, or the provider doesn't confirm it
 */
async function completeSingleSignOn(
  { db, provider }: { db: Database; provider: IdentityProvider },
  { address, state }: Returned,
  from: SignInSource,
): Promise<CreatedSession & { next: string }> {
  const value = state && (await takeOneTimeValue(db.em.fork(), 'single_sign_on', state));
  if (!value) throw new Error('This browser has not started single sign-on, or not within the last minutes');
  const { next, ...started } = StartedSignOn.parse(JSON.parse(value));
  const email = verifiedEmail(await provider.profile(address, { state, ...started }));
  // An identity is an email, whatever the sign-in method, and the provider confirms the email each time. If it were
  // keyed by the provider's subject, a user whose email changes would keep access under the old one.
  const who = { ...byMailbox(email), bySingleSignOn: true };
  const session = await createSession(db, who, from);
  return { ...session, next };
}

function verifiedEmail({ email, isEmailVerified }: Profile): string {
  if (typeof email !== 'string' || email.trim() === '') throw new Error('The sign-in provider named no e-mail');
  // Some providers send the claim as text. Anything but a clear yes counts as no.
  if (isEmailVerified !== true && isEmailVerified !== 'true') throw new SignInRefused('email_not_verified');
  return email.trim().toLowerCase();
}
