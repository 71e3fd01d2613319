import {
  Capability,
  Provider,
  type NameProviderKey,
  type RemovedProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import type { Context } from '../../core/context.ts';
import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { publish } from '../../platform/live.ts';
import { resumeWaitingJobs } from './resume-waiting-jobs.ts';
import { recordEvent } from '../events/record-event.ts';
import { providerKeysTopic } from './list-provider-keys.ts';
import { keyFacts, keyNotFound, keySubject } from './verify-key.ts';

const Removed = z.strictObject({
  id: z.uuid(),
  capability: Capability,
  provider: Provider,
  model: z.string().nullable(),
  resource: z.string().nullable(),
  deployment: z.string().nullable(),
});

const REMOVE = defineStatement({
  name: 'remove-provider-key',
  scope: 'tenant',
  row: Removed,
  sql: `
delete from provider_keys where workspace_id = :workspaceId and id = :id
returning id, capability, provider, model, resource, deployment`,
});

/**
 * Removes an own key and its health; the next call uses the pooled key if there is one (rules/provider-keys 7). Running
 * calls finish with the removed key.
 * @throws AppError `provider_key_not_found`
 */
export function removeProviderKey(ctx: Context, { id }: NameProviderKey): Promise<RemovedProviderKey> {
  const { workspace } = ctx;
  return inTransaction(ctx, async (em) => {
    const removed = await REMOVE.first(em, { workspaceId: workspace.id, id });
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
