import type { Config } from '../../../core/config.ts';
import type { AiServices } from '../../../core/context.ts';
import { openKeyring } from '../../../platform/encryption/keyring.ts';
import { createAiProviders } from '../../../providers/ai/providers.ts';

/** Creates the services for calling AI providers from the settings. The keyring is read or created on first use. */
export function openAiServices(
  { ai, bounds, encryption, dataDir }: Pick<Config, 'ai' | 'bounds' | 'encryption' | 'dataDir'>,
  log: AiServices['log'],
): AiServices {
  return { keyring: openKeyring({ encryption, dataDir }), providers: createAiProviders(ai), settings: ai, bounds, log };
}
