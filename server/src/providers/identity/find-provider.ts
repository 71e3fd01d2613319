import {
  allowInsecureRequests,
  type ClientAuth,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { boundedFetch } from './bounded-fetch.ts';

export type ProviderSettings = { issuer: string; clientId: string; clientSecret: string };

/**
 * Fetches the configuration of the OpenID provider.
 * @throws if the provider doesn't answer, or reports another issuer or no usable endpoints; try again later.
 */
export async function findProvider({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const address = new URL(`${withoutSlash(issuer)}/.well-known/openid-configuration`);
  const found = await discovery(address, clientId, undefined, basicAuth(clientSecret), {
    [customFetch]: boundedFetch,
    // The first also verifies the signature of ID tokens, which TLS alone would vouch for otherwise.
    execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
  const metadata = found.serverMetadata();
  if (withoutSlash(metadata.issuer) !== withoutSlash(issuer)) {
    throw new Error(`OIDC_ISSUER is ${issuer}, but the provider there calls itself ${metadata.issuer}`);
  }
  const unusable = ENDPOINTS.filter((name) => !isEndpoint(metadata[name], address.protocol));
  if (unusable.length > 0) throw new Error(`its configuration has no usable ${unusable.join(' and ')}`);
  return found;
}

/** The endpoints that a sign-in needs. */
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** Returns true for an https address, or one with the scheme of the issuer. */
function isEndpoint(address: unknown, scheme: string): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  return ['https:', scheme].includes(new URL(address).protocol);
}

/**
 * Sends the client's id and secret as a `Basic` header, URL-encoded (RFC 6749, 2.3.1). Characters that mean the same
 * encoded and not, such as `-`, stay as they are: `openid-client` encodes them too, and some providers don't decode.
 */
function basicAuth(secret: string): ClientAuth {
  const encoded = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  return (_server, { client_id: id }, _body, headers) => {
    const pair = Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString('base64');
    headers.set('authorization', `Basic ${pair}`);
  };
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}
