import type { Provider } from '@training/shared/provider-keys/provider-keys';
import type { Credential } from '../src/providers/ai/calls.ts';
import type { AiEnvironment } from '../src/providers/ai/ai-settings.ts';

const NAMES = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GOOGLE_API_KEY',
  azure_openai: 'AZURE_OPENAI_API_KEY',
  deepgram: 'DEEPGRAM_API_KEY',
} as const satisfies Record<Exclude<Provider, 'openai_compatible'>, keyof AiEnvironment>;

/**
 * What a provider is called with; its key is in the environment, under the server's own name for it.
 * @throws Error that names the variable
 */
export function credentialOf(env: AiEnvironment, provider: Provider, model: string): Credential {
  if (provider === 'openai_compatible')
    throw new Error('openai_compatible: endpoints of customers cannot be evaluated');
  const key = env[NAMES[provider]];
  if (!key) throw new Error(`${NAMES[provider]}: set it to a key of the provider`);
  return { provider, model, key, resource: provider === 'azure_openai' ? (env.AZURE_OPENAI_RESOURCE ?? null) : null };
}
