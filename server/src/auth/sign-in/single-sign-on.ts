import type { BetterAuthPlugin } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Config } from '../../config.ts';
import { createBetterAuth, type AuthSettings } from './better-auth.ts';

export const PROVIDER = 'oidc';

/**
 * Creates better-auth with the configured OpenID provider. Fetches the provider's configuration.
 * @throws if the provider doesn't respond or reports another issuer; try again later.
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
        // An identity is an email, whatever the sign-in method, and the provider confirms the email each time. If it
        // were keyed by the provider's subject, a user whose email changes would keep access under the old one.
        accountSubject: ({ profile }) => emailOf(profile),
        mapProfileToUser: (profile) => ({ email: emailOf(profile), emailVerified: isVerified(profile) }),
      },
    ],
  });
}

function emailOf(profile: Record<string, unknown>): string {
  return typeof profile['email'] === 'string' ? profile['email'].trim().toLowerCase() : '';
}

/** Some providers send the claim as text. Anything but a clear yes counts as no. */
function isVerified(profile: Record<string, unknown>): boolean {
  return profile['email_verified'] === true || profile['email_verified'] === 'true';
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}
