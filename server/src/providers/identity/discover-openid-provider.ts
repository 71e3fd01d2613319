import {
  allowInsecureRequests,
  type ClientAuth,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { createBoundedFetch, type SendRequest } from './bounded-fetch.ts';

/** A provider whose description of itself can't be used. The message says why. */
export class UnusableProviderError extends Error {}

export type OpenIdClientSettings = { issuer: string; clientId: string; clientSecret: string };

/**
 * Fetches the configuration of the OpenID provider.
 * @param send Makes the requests; any host may be asked if absent.
 * @throws UnusableProviderError if the provider reports another issuer or no usable endpoints
 * @throws if it doesn't answer; try again later
 */
export async function discoverOpenIdProvider(
  { issuer, clientId, clientSecret }: OpenIdClientSettings,
  send?: SendRequest,
): Promise<Configuration> {
  const address = new URL(`${withoutSlash(issuer)}/.well-known/openid-configuration`);
  const found = await discovery(address, clientId, undefined, basicAuth(clientSecret), {
    [customFetch]: createBoundedFetch(send),
    // The first also verifies the signature of ID tokens, which TLS alone would vouch for otherwise.
    execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
  const metadata = found.serverMetadata();
  if (withoutSlash(metadata.issuer) !== withoutSlash(issuer)) {
    throw new UnusableProviderError(`The provider at ${issuer} calls itself ${metadata.issuer}`);
  }
  const unusable = ENDPOINTS.filter((name) => !isEndpoint(metadata[name], address.protocol));
  if (unusable.length > 0) throw new UnusableProviderError(`Its configuration has no usable ${unusable.join(' and ')}`);
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
