import { AddModelEndpoint } from '@training/shared/provider-keys/model-endpoints';
import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { AppError } from '../src/core/errors.ts';
import { parseBaseUrl } from '../src/features/provider-keys/model-endpoint-fields.ts';
import { adviseOnKeyOutcome } from '../src/features/provider-keys/verify-key.ts';
import type { CustomEndpoint, AiCallCredential } from '../src/providers/ai/calls.ts';
import type { AiEnvironment, AiSettings } from '../src/providers/ai/ai-settings.ts';
import type { AiProviders } from '../src/providers/ai/providers.ts';
import type { NamedModel, Options } from './options.ts';

const NAMES = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GOOGLE_API_KEY',
  azure_openai: 'AZURE_OPENAI_API_KEY',
  deepgram: 'DEEPGRAM_API_KEY',
} as const satisfies Record<Exclude<AiProvider, 'openai_compatible'>, keyof AiEnvironment>;

/** Key of a customer's endpoint. The server has no setting for it, since workspaces store theirs. */
const KEY_OF_ENDPOINT = 'OPENAI_COMPATIBLE_API_KEY';

/** Base URL, context window and key of the models of `openai_compatible`. */
export type GivenEndpoint = Pick<CustomEndpoint, 'baseUrl' | 'contextTokens'> & { key: string };

/** @throws Error that names the option or the variable */
export function readEndpoint(
  { endpoint, 'context-tokens': contextTokens }: Pick<Options, 'endpoint' | 'context-tokens'>,
  environment: Record<string, string | undefined>,
  settings: AiSettings,
): GivenEndpoint | undefined {
  if (endpoint === undefined) return undefined;
  const { data: key } = AddModelEndpoint.shape.key.safeParse(environment[KEY_OF_ENDPOINT] ?? '');
  if (key === undefined)
    throw new Error(`${KEY_OF_ENDPOINT}: must be at most 512 visible ASCII characters without spaces`);
  try {
    return { baseUrl: parseBaseUrl(endpoint, settings), contextTokens, key };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Error(`--endpoint: ${error.message.replace(/^base_url: /, '')}`, { cause: error });
  }
}

/**
 * Returns what a model is called with. The key is in the environment, under the server's own name for it. An endpoint's
 * record learns the form of answers that the model accepts.
 * @throws Error that names the variable or the option
 */
export function credentialOf(
  env: AiEnvironment,
  { provider, model, name }: NamedModel,
  given: GivenEndpoint | undefined,
): AiCallCredential {
  if (provider === 'openai_compatible') {
    if (!given) throw new Error(`${name}: add --endpoint with its base URL, such as http://10.0.0.5:11434/v1`);
    const { key, ...place } = given;
    const endpoint: CustomEndpoint = { ...place, form: 'json_schema', learn: (form) => (endpoint.form = form) };
    return { provider, model, key, resource: null, endpoint };
  }
  const key = env[NAMES[provider]];
  if (!key) throw new Error(`${NAMES[provider]}: set it to a key of the provider`);
  return { provider, model, key, resource: provider === 'azure_openai' ? (env.AZURE_OPENAI_RESOURCE ?? null) : null };
}

/**
 * Asks each endpoint's model once, as the server does before it saves one, because some endpoints ignore a form of
 * answers that they don't support.
 * @throws Error with what to do if a model can't be asked
 */
export async function checkEndpoints(providers: AiProviders, credentials: readonly AiCallCredential[]): Promise<void> {
  for (const credential of credentials) {
    if (!credential.endpoint) continue;
    const { outcome, about } = await providers.verify(credential);
    if (outcome === 'live' || outcome === 'rate_limited') continue;
    throw new Error(
      `${credential.provider}:${credential.model}: ${adviseOnKeyOutcome(outcome, about, credential.provider)}`,
    );
  }
}
