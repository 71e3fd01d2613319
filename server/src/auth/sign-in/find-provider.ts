import {
  allowInsecureRequests,
  ClientSecretBasic,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { Config } from '../../config.ts';
import { boundedFetch } from './bounded-fetch.ts';

export type ProviderSettings = NonNullable<Config['oidc']>;

/**
 * Fetches the configuration of the OpenID provider.
 * @throws if the provider doesn't answer or reports another issuer; try again later.
 */
export async function findProvider({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const address = new URL(`${withoutSlash(issuer)}/.well-known/openid-configuration`);
  const found = await discovery(address, clientId, undefined, ClientSecretBasic(clientSecret), {
    [customFetch]: boundedFetch,
    // The first also verifies the signature of ID tokens, which TLS alone would vouch for otherwise.
    execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
  const named = found.serverMetadata().issuer;
  if (withoutSlash(named) === withoutSlash(issuer)) return found;
  throw new Error(`OIDC_ISSUER is ${issuer}, but the provider there calls itself ${named}`);
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}
