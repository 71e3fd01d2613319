import type { BetterAuthPlugin } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Config } from '../../config.ts';
import { createBetterAuth, type AuthSettings } from './better-auth.ts';

export const PROVIDER = 'oidc';

/**
 * better-auth with the OpenID provider of the settings. It asks the provider for its addresses when it is made.
 * @throws when the provider does not answer, or answers for another issuer; ask again later.
 */
export async function createSingleSignOn(settings: AuthSettings, oidc: NonNullable<Config['oidc']>) {
  const auth = await createBetterAuth({ ...settings, bySingleSignOn: true }, [provider(oidc)]);
  const context = await auth.$context;
  const found = context.socialProviders.find(({ id }) => id === PROVIDER);
  if (!found) throw new Error(`The OpenID provider ${oidc.issuer} did not answer with its configuration`);
  if (withoutSlash(found.issuer ?? '') !== withoutSlash(oidc.issuer)) {
    throw new Error(`OIDC_ISSUER is ${oidc.issuer}, but the provider there calls itself ${found.issuer}`);
  }
  return auth;
}

function provider(oidc: NonNullable<Config['oidc']>): BetterAuthPlugin {
  return genericOAuth({
    config: [
      {
        providerId: PROVIDER,
        discoveryUrl: `${withoutSlash(oidc.issuer)}/.well-known/openid-configuration`,
        clientId: oidc.clientId,
        clientSecret: oidc.clientSecret,
        authentication: 'basic',
        scopes: ['openid', 'email'],
        pkce: true,
        requireIdTokenVerification: true,
        disableProviderLogout: true,
        // An identity is an e-mail, whichever way it signs in; the provider vouches for it each time. Keyed by the
        // provider's own subject, a person whose address changes would go on entering under the old one.
        accountSubject: ({ profile }) => emailOf(profile),
        mapProfileToUser: (profile) => ({ email: emailOf(profile), emailVerified: isVerified(profile) }),
      },
    ],
  });
}

function emailOf(profile: Record<string, unknown>): string {
  return typeof profile['email'] === 'string' ? profile['email'].trim().toLowerCase() : '';
}

/** Some providers write the claim as text; anything but a clear yes is a no. */
function isVerified(profile: Record<string, unknown>): boolean {
  return profile['email_verified'] === true || profile['email_verified'] === 'true';
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}
