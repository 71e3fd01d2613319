import type {
  ChangeModelEndpoint,
  EndpointModels,
  ListEndpointModels,
} from '@training/shared/provider-keys/model-endpoints';
import type { ProviderKey } from '@training/shared/provider-keys/provider-keys';
import type { AiContext } from '../../core/context.ts';
import { AppError, invalidFieldError } from '../../core/errors.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import { keyTestOutcomeOf, AiProviderError } from '../../providers/ai/failure.ts';
import { chooseEndpointFieldToCorrect, modelEndpointFieldsOf, hostOf, parseBaseUrl } from './model-endpoint-fields.ts';
import { decryptKeyOrMarkFailing } from './key-health.ts';
import { listModelsUsedWithKey } from './own-key.ts';
import { isKeyAccepted, ProviderKeyEntity, type ProviderKeyRow } from './provider-key.entity.ts';
import { readKeyAtVersion, replaceKey } from './rotate-provider-key.ts';
import { credentialOfKey } from './sealed-key.ts';
import {
  adviseOnKeyOutcome,
  providerKeyAuditFactsOf,
  providerKeyNotFoundError,
  keyRejectedError,
  runWithinConcurrentKeyCheckLimit,
  verifyKeyForModels,
} from './verify-key.ts';

/**
 * Asks an endpoint for its models, before it is added or with its stored key. Nothing is stored.
 * @throws AppError `provider_key_rejected`, `provider_key_not_found`, `provider_key_failed`, `rate_limited`;
 * `invalid_request` if the address isn't allowed or the key must be entered again
 */
export async function listEndpointModels(ctx: AiContext, input: ListEndpointModels): Promise<EndpointModels> {
  const baseUrl = parseBaseUrl(input.base_url, ctx.ai.settings);
  const key = input.key ?? (await ofStored(ctx, input.id, baseUrl));
  try {
    return await runWithinConcurrentKeyCheckLimit(ctx, () => ctx.ai.providers.listModels({ baseUrl, key }));
  } catch (error) {
    if (!(error instanceof AiProviderError)) throw error;
    const outcome = keyTestOutcomeOf(error.outcome);
    // The list has no model that could be at fault.
    const path = outcome === 'no_model_access' ? 'base_url' : chooseEndpointFieldToCorrect(outcome);
    const isMissing = outcome === 'no_model_access' && error.about === undefined;
    throw keyRejectedError(
      outcome,
      path,
      isMissing ? NO_LIST : adviseOnKeyOutcome(outcome, error.about, 'openai_compatible'),
    );
  }
}

const NO_LIST =
  'The endpoint lists no models at this address. Check the base URL, which usually ends with /v1, or enter the model’s id yourself.';

async function ofStored(ctx: AiContext, id: string | null, baseUrl: string): Promise<string> {
  if (id === null) return '';
  const row = await createWorkspaceEntityManager(ctx).findOne(ProviderKeyEntity, { id });
  if (!row) throw providerKeyNotFoundError(id);
  return keyFor(await openEndpointKey(ctx, row), baseUrl);
}

/**
 * Changes an endpoint in place, once it has answered with its new address, models and key. So jobs never run with the
 * pooled key meanwhile. A stored key is never sent to another base URL than the one it was entered for, and a new one
 * isn't entered into a row whose address nothing proves.
 * @throws AppError `provider_key_not_found`, `stale_version`, `provider_key_rejected`; `invalid_request` if the address
 * isn't allowed, or the key must be entered again; `provider_key_failed` if the stored key can't be decrypted
 */
export async function changeModelEndpoint(ctx: AiContext, input: ChangeModelEndpoint): Promise<ProviderKey> {
  const row = await readKeyAtVersion(ctx, input.id, input.version);
  if (row.provider !== 'openai_compatible') throw noEndpoint();
  const place = modelEndpointFieldsOf(input, ctx.ai.settings);
  const stored = await openEndpointKey(ctx, row);
  const key = input.key ?? keyFor(stored, place.baseUrl);
  const verified = listModelsUsedWithKey({ ...row, ...place });
  const { outcome, advice, model, form } = await verifyKeyForModels(
    ctx,
    credentialOfKey({ ...row, ...place }, key),
    verified,
  );
  const told = model === place.model ? advice : `${model}, the model of a task: ${advice}`;
  if (!isKeyAccepted(outcome)) throw keyRejectedError(outcome, chooseEndpointFieldToCorrect(outcome), told);
  const changes = {
    ...providerKeyAuditFactsOf(row),
    ...changed(row, place),
    key: input.key === null ? 'kept' : 'entered',
  };
  const action = 'provider_key.endpoint_changed';
  return replaceKey(ctx, row, { action, key, place: { ...place, hasKey: key !== '' }, verified, form, changes });
}

type Stored = { key: string; baseUrl: string };

/** Decrypts the key of an endpoint, which proves its base URL. @throws AppError `provider_key_failed` */
async function openEndpointKey(ctx: AiContext, row: ProviderKeyRow): Promise<Stored> {
  const { key, endpoint } = await decryptKeyOrMarkFailing(ctx, ctx.ai, row);
  return { key, baseUrl: endpoint?.baseUrl ?? '' };
}

/** Returns the stored key for a call of `baseUrl`. @throws AppError `invalid_request` if it belongs to another */
function keyFor({ key, baseUrl: own }: Stored, baseUrl: string): string {
  if (key === '' || own === baseUrl) return key;
  const message = 'Enter the key again: it is only sent to the base URL that it was entered for';
  throw invalidFieldError('key', message, 'key_required');
}

/** Pairs of the old and the new value of what changes, for the audit log. */
function changed(row: ProviderKeyRow, place: ReturnType<typeof modelEndpointFieldsOf>): Record<string, unknown> {
  const { endpointName, baseUrl, model, contextTokens } = place;
  const pairs = {
    endpoint: [row.endpointName, endpointName],
    model: [row.model, model],
    context_tokens: [row.contextTokens, contextTokens],
  };
  const isMoved = row.baseUrl !== baseUrl;
  return {
    ...Object.fromEntries(Object.entries(pairs).filter(([, [before, after]]) => before !== after)),
    ...(isMoved && { host: [row.baseUrl && hostOf(row.baseUrl), hostOf(baseUrl)] }),
  };
}

function noEndpoint(): AppError {
  return new AppError('invalid_request', 'The key belongs to a provider with an address of its own. Remove it first.');
}
