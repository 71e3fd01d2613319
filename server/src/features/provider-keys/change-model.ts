import {
  PROVIDERS,
  type ChangeKeyModel,
  type Provider,
  type ProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import type { AiContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { AiSettings } from '../../providers/ai/ai-settings.ts';
import { markKeyFailing } from './key-health.ts';
import { readProviderKey } from './list-provider-keys.ts';
import { undecryptable } from './own-key.ts';
import { isLive } from './provider-key.entity.ts';
import { replaceKey, seenKey } from './replace-key.ts';
import { credentialWith, openKey } from './sealed-key.ts';
import { keyFacts, keyRejected, verifyKey } from './verify-key.ts';

/**
 * Switches the stored key to another model of its provider, once the provider has accepted that. The key doesn't have
 * to be entered again, and is never shown. If two users change a key at once, one gets `stale_version`.
 * @throws AppError `provider_key_not_found`, `stale_version`, `provider_key_rejected`; `invalid_request` for a model
 * that isn't offered; `provider_key_failed` if the key can't be decrypted
 */
export async function changeKeyModel(ctx: AiContext, { id, version, model }: ChangeKeyModel): Promise<ProviderKey> {
  const row = await seenKey(ctx, id, version);
  mustBeModelOf(row.provider, model, ctx.ai.settings);
  if (row.model === model) return readProviderKey(ctx.db.pool, ctx.workspace.id, id);
  const opened = openKey(ctx.ai.keyring, row);
  if ('reason' in opened) {
    await markKeyFailing(ctx, row, 'undecryptable');
    throw undecryptable(ctx.ai, row, opened.reason);
  }
  const { key } = opened.credential;
  const { outcome, advice, form } = await verifyKey(ctx, credentialWith({ ...row, model }, key));
  if (!isLive(outcome)) throw keyRejected(outcome, 'model', advice);
  const changes = { ...keyFacts(row), model: [row.model, model] };
  return replaceKey(ctx, row, { action: 'provider_key.model_changed', key, place: { model }, form, changes });
}

/**
 * Asserts that the model is offered for the provider. An Azure deployment is part of the address that the key is bound
 * to, so it can't be changed like a model.
 * @throws AppError `invalid_request`
 */
export function mustBeModelOf(provider: Provider, model: string, { models }: AiSettings): void {
  const { label, takes } = PROVIDERS[provider];
  // An endpoint's list is its own, and some keep none: the test decides.
  if (provider === 'openai_compatible') return;
  if (takes === 'model' && models[provider].some(({ id }) => id === model)) return;
  const message =
    takes === 'model'
      ? `Must be one of the models offered for ${label}`
      : `A key of ${label} belongs to its deployment: remove the key, then add it with another one`;
  throw new AppError('invalid_request', `model: ${message}`, {
    fields: [{ path: 'model', code: 'unknown_model', message }],
  });
}
