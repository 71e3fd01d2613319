import { AiProviderError } from './failure.ts';
import { ZERO_CALL_USAGE, type AiCallCredential } from './calls.ts';
import { isValidModelId } from './models.ts';
import type { AiSettings } from './ai-settings.ts';

export const azureResourceUrl = (resource: string): string => `https://${resource}.openai.azure.com`;

/**
 * Returns the base URL of a call: the operator's endpoint, the provider's fixed host, or the customer's endpoint, which
 * is checked when connecting. An operator's endpoint for
 * Azure replaces the resource. The names are validated again here, even if they were stored: a resource with a dot,
 * slash or port could choose the host that receives the key (rules/provider-keys 11).
 * @throws AiProviderError before anything is sent.
 */
export function baseUrlOf(credential: AiCallCredential, baseUrls: AiSettings['baseUrls']): string {
  const { provider, model, resource, endpoint } = credential;
  if (provider === 'openai_compatible') {
    if (!endpoint) throw new AiProviderError('no_model_access', { usage: ZERO_CALL_USAGE });
    return endpoint.baseUrl;
  }
  if (provider === 'azure_openai') {
    if (!resource || !/^[a-z0-9][a-z0-9-]{0,62}$/.test(resource) || !/^[\w.-]{1,64}$/.test(model)) {
      throw new AiProviderError('no_model_access', { usage: ZERO_CALL_USAGE });
    }
    return baseUrls.azure_openai ?? `${azureResourceUrl(resource)}/openai/v1`;
  }
  if (!isValidModelId(model)) throw new AiProviderError('no_model_access', { usage: ZERO_CALL_USAGE });
  const own = {
    anthropic: 'https://api.anthropic.com/v1',
    openai: 'https://api.openai.com/v1',
    google: 'https://generativelanguage.googleapis.com/v1beta',
    deepgram: 'https://api.deepgram.com/v1',
  };
  return baseUrls[provider] ?? own[provider];
}
