import type { NameProviderKey, RemovedProviderKey } from '@training/shared/provider-keys';
import type { Context } from '../../context.ts';
import { execute } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { publish } from '../../platform/live.ts';
import { resumeWaitingJobs } from './resume-waiting-jobs.ts';
import { recordEvent } from '../events/record-event.ts';
import { providerKeysTopic } from './list-provider-keys.ts';
import type { ProviderKeyRow } from './provider-key.entity.ts';
import { keyFacts, keyNotFound, keySubject } from './verify-key.ts';

type Removed = Pick<ProviderKeyRow, 'id' | 'capability' | 'provider' | 'model' | 'resource' | 'deployment'>;

const REMOVE = `
delete from provider_keys where workspace_id = $1 and id = $2
returning id, capability, provider, model, resource, deployment`;

/**
 * Removes an own key with how it fared; the next call uses the pooled one, where there is one (rules/provider-keys 7).
 * Calls under way finish with the key that they began with.
 * @throws AppError `provider_key_not_found`
 */
export function removeProviderKey(ctx: Context, { id }: NameProviderKey): Promise<RemovedProviderKey> {
  const { workspace } = ctx;
  return inTransaction(ctx, async (em) => {
    const [removed] = await execute<Removed>(em, REMOVE, [workspace.id, id]);
    if (!removed) throw keyNotFound(id);
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
