import type { RotateProviderKey, ProviderKey } from '@training/shared/provider-keys/provider-keys';
import type { AiContext } from '../../core/context.ts';
import { undecryptable } from './own-key.ts';
import { isLive, type ProviderKeyRow } from './provider-key.entity.ts';
import { replaceKey, readKeyVersion } from './replace-key.ts';
import { credentialWith, openKey } from './sealed-key.ts';
import { modelsUsed } from './task-models.ts';
import { keyFacts, keyRejected, verifyModels } from './verify-key.ts';

/**
 * Replaces the key with a new one, once the provider has accepted it for the same models. The next call uses it;
 * running calls finish with the old one. If two users rotate at once, one gets `stale_version`.
 * @throws AppError `provider_key_not_found`, `stale_version`, `provider_key_rejected`; `provider_key_failed` for an
 * Azure or endpoint key that can't be decrypted
 */
export async function rotateProviderKey(ctx: AiContext, { id, version, key }: RotateProviderKey): Promise<ProviderKey> {
  const row = await readKeyVersion(ctx, id, version);
  proveAddress(ctx, row);
  const verified = modelsUsed(row);
  const { outcome, advice, model, form } = await verifyModels(ctx, credentialWith(row, key), verified);
  if (!isLive(outcome)) throw keyRejected(outcome, 'key', verified.length > 1 ? `${model}: ${advice}` : advice);
  const place = { hasKey: true };
  return replaceKey(ctx, row, { action: 'provider_key.rotated', key, place, verified, form, changes: keyFacts(row) });
}

/**
 * Verifies the address that the new key will be sent to. With Azure and endpoints, users choose the address: only a
 * stored key that can be decrypted proves that the address wasn't changed.
 */
function proveAddress({ ai }: AiContext, row: ProviderKeyRow): void {
  if (row.provider !== 'azure_openai' && row.provider !== 'openai_compatible') return;
  const opened = openKey(ai.keyring, row);
  if ('reason' in opened) throw undecryptable(ai, row, opened.reason);
}
