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
 * @throws if the provider doesn't answer or reports another issuer; try again later.
 */
export async function findProvider({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const address = new URL(`${withoutSlash(issuer)}/.well-known/openid-configuration`);
  const found = await discovery(address, clientId, undefined, basicAuth(clientSecret), {
    [customFetch]: boundedFetch,
    // The first also verifies the signature of ID tokens, which TLS alone would vouch for otherwise.
    execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
  const named = found.serverMetadata().issuer;
  if (withoutSlash(named) === withoutSlash(issuer)) return found;
  throw new Error(`OIDC_ISSUER is ${issuer}, but the provider there calls itself ${named}`);
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
