import type { NameProviderKey, RemovedProviderKey } from '@training/shared/provider-keys/provider-keys';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { publish } from '../../platform/live.ts';
import { resumeWaitingJobs } from './key-health.ts';
import { recordEvent } from '../events/record-event.ts';
import { providerKeysTopic } from './list-provider-keys.ts';
import { ProviderKeyEntity } from './provider-key.entity.ts';
import { keyFacts, keyNotFound, keySubject } from './verify-key.ts';
import { registerSealedColumn } from '../secrets/sealed-column.ts';
import { SEALED_KEY } from './sealed-key.ts';

/**
 * The column of own keys, for the operator's commands. Discarding a lost key removes it, so that calls use the pooled
 * key again.
 */
export const PROVIDER_KEYS = registerSealedColumn(SEALED_KEY, {
  rewrapped: (row) => ({ action: 'provider_key.rewrapped', subject: keySubject(row) }),
  discard: removeProviderKey,
});

/**
 * Removes an own key and its health; the next call uses the pooled key if there is one (rules/provider-keys 7). Running
 * calls finish with the removed key.
 * @throws AppError `provider_key_not_found`
 */
export function removeProviderKey(ctx: Context, { id }: NameProviderKey): Promise<RemovedProviderKey> {
  const { workspace } = ctx;
  return inTransaction(ctx, async (em) => {
    const named = { workspaceId: workspace.id, id };
    const removed = await em.findOne(ProviderKeyEntity, named);
    // Of two that remove it at once, one does.
    if (!removed || (await em.nativeDelete(ProviderKeyEntity, named)) === 0) throw keyNotFound(id);
    await recordEvent(em, ctx, {
      action: 'provider_key.removed',
      subject: keySubject(removed),
      changes: keyFacts(removed),
    });
    await resumeWaitingJobs(em, workspace.id, removed.capability);
    await publish(em, providerKeysTopic(workspace.id));
    return { id, capability: removed.capability };
  });
}
