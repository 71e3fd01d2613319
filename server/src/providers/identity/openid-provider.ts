import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { memoizeAsync } from '../../platform/concurrency/memoize-async.ts';
import { type SendRequest, withSharedFetchDeadline } from './bounded-fetch.ts';
import { discoverOpenIdProvider, type OpenIdClientSettings } from './discover-openid-provider.ts';

/** Values by which an answer of the provider is recognised. The browser may know only the state. */
type SignOnChecks = { state: string; nonce: string; codeVerifier: string };

/** Claims about who signed in. */
export type IdentityClaims = { email: unknown; isEmailVerified: unknown };

export type OpenIdProvider = ReturnType<typeof createOpenIdProvider>;

/**
 * An OpenID provider, asked by the authorization code flow with PKCE.
 * @param within Milliseconds the provider may take, for all that one method asks.
 * @param send Makes the requests; any host may be asked if absent.
 */
export function createOpenIdProvider(settings: OpenIdClientSettings, within: number, send?: SendRequest) {
  const provider = memoizeAsync(() => discoverOpenIdProvider(settings, send));

  return {
    /** @throws if the provider can't be reached or used */
    async assertUsable(): Promise<void> {
      await withSharedFetchDeadline(within, provider);
    },

    /** Returns the address of the sign-in page. @throws if the provider can't be reached */
    async signInPage(redirectUri: string, state: string): Promise<{ url: string; checks: SignOnChecks }> {
      const found = await withSharedFetchDeadline(within, provider);
      const checks = { state, nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },

    /**
     * Returns the claims of the ID token, or those of the user info endpoint if the token names no email.
     * @param address Address that the provider redirected to, with `code` and `state`.
     * @throws if the provider doesn't confirm the sign-in
     */
    async profile(address: URL, { state, nonce, codeVerifier }: SignOnChecks): Promise<IdentityClaims> {
      return withSharedFetchDeadline(within, async () => {
        const found = await provider();
        const expected = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
        const tokens = await authorizationCodeGrant(found, address, expected);
        const claims = tokens.claims();
        if (!claims) throw new Error('The sign-in provider sent no ID token');
        const isEnough = claims['email'] !== undefined || !found.serverMetadata().userinfo_endpoint;
        const user = isEnough ? claims : await fetchUserInfo(found, tokens.access_token, claims.sub);
        return { email: user['email'], isEmailVerified: user['email_verified'] };
      });
    },
  };
}
