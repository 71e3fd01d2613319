import type { EndpointModels, ListEndpointModels } from '@training/shared/provider-keys/model-endpoints';
import type { AiContext } from '../../core/context.ts';
import { entityManager } from '../../core/transaction.ts';
import { keyOutcomeOf, ProviderFailure } from '../../providers/ai/failure.ts';
import { keyFor, openEndpointKey } from './change-model-endpoint.ts';
import { endpointField, parseBaseUrl } from './endpoint-place.ts';
import { ProviderKeyEntity } from './provider-key.entity.ts';
import { adviceOf, keyNotFound, keyRejected, runCheck } from './verify-key.ts';

/**
 * Asks an endpoint for its models, before it is added or with its stored key. Nothing is stored.
 * @throws AppError `provider_key_rejected`, `provider_key_not_found`, `provider_key_failed`, `rate_limited`;
 * `invalid_request` if the address isn't allowed or the key must be entered again
 */
export async function listEndpointModels(ctx: AiContext, input: ListEndpointModels): Promise<EndpointModels> {
  const baseUrl = parseBaseUrl(input.base_url, ctx.ai.settings);
  const key = input.key ?? (await ofStored(ctx, input.id, baseUrl));
  try {
    return { models: await runCheck(ctx, () => ctx.ai.providers.listModels({ baseUrl, key })) };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const outcome = keyOutcomeOf(error.outcome);
    // The list has no model that could be at fault.
    const path = outcome === 'no_model_access' ? 'base_url' : endpointField(outcome);
    const isMissing = outcome === 'no_model_access' && error.about === undefined;
    throw keyRejected(outcome, path, isMissing ? NO_LIST : adviceOf(outcome, error.about, 'openai_compatible'));
  }
}

const NO_LIST =
  'The endpoint lists no models at this address. Check the base URL, which usually ends with /v1, or enter the model’s id yourself.';

async function ofStored(ctx: AiContext, id: string | null, baseUrl: string): Promise<string> {
  if (id === null) return '';
  const row = await entityManager(ctx).findOne(ProviderKeyEntity, { id });
  if (!row) throw keyNotFound(id);
  return keyFor(await openEndpointKey(ctx, row), baseUrl);
}
