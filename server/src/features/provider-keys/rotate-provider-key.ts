import type { RotateProviderKey, ProviderKey } from '@training/shared/provider-keys';
import type { AiContext } from '../../context.ts';
import { undecryptable } from './own-key.ts';
import { isLive, type ProviderKeyRow } from './provider-key.entity.ts';
import { replaceKey, seenKey } from './replace-key.ts';
import { credentialWith, openKey } from './sealed-key.ts';
import { keyFacts, keyRejected, verifyKey } from './verify-key.ts';

/**
 * Puts a new key in the place of the old one, once the provider has accepted it for the same model: one update, and the
 * next call uses it. Calls under way finish with the old one. Of two who rotate at once, one gets `stale_version`.
 * @throws AppError `provider_key_not_found`, `stale_version`, `provider_key_rejected`; `provider_key_failed` for a key
 *   of Azure that does not open
 */
export async function rotateProviderKey(ctx: AiContext, { id, version, key }: RotateProviderKey): Promise<ProviderKey> {
  const row = await seenKey(ctx, id, version);
  proveAddress(ctx, row);
  const { outcome } = await verifyKey(ctx, credentialWith(row, key));
  if (!isLive(outcome)) throw keyRejected(outcome, 'key');
  const { model } = row;
  return replaceKey(ctx, row, { action: 'provider_key.rotated', key, model: model ?? null, changes: keyFacts(row) });
}

/**
 * The new key is sent where the row says. With Azure that is an address of somebody's choice: only a key that opens
 * proves that it is the one which was typed in.
 */
function proveAddress({ ai }: AiContext, row: ProviderKeyRow): void {
  if (row.provider !== 'azure_openai') return;
  const opened = openKey(ai.keyring, row);
  if ('reason' in opened) throw undecryptable(ai, row, opened.reason);
}
