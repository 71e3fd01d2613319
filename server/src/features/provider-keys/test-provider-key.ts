import type { ProviderKeyTestResult, ProviderKeyRef } from '@training/shared/provider-keys/provider-keys';
import type { AiContext } from '../../core/context.ts';
import { createWorkspaceEntityManager, inTransaction } from '../../core/transaction.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { recordEvent } from '../events/record-event.ts';
import {
  decryptKeyOrMarkFailing,
  saveOutputModeInTransaction,
  markKeyAcceptedInTransaction,
  markKeyFailingInTransaction,
  recordTemporaryKeyError,
} from './key-health.ts';
import { providerKeysLiveTopicOf } from './list-provider-keys.ts';
import { listModelsUsedWithKey } from './own-key.ts';
import { isKeyAccepted, isKeyRefusal, ProviderKeyEntity } from './provider-key.entity.ts';
import { providerKeyNotFoundError, providerKeyAuditSubjectOf, verifyKeyForModels } from './verify-key.ts';

/**
 * Tests whether the key works with each of its models. The key's row stays unchanged; only its health is updated
 * (rules/provider-keys 4). A bad outcome is a result, not an error.
 * @throws AppError `provider_key_not_found`; `provider_key_failed` if this server can't decrypt the key
 */
export async function testProviderKey(ctx: AiContext, { id }: ProviderKeyRef): Promise<ProviderKeyTestResult> {
  const { workspace } = ctx;
  const row = await createWorkspaceEntityManager(ctx).findOne(ProviderKeyEntity, { id });
  if (!row) throw providerKeyNotFoundError(id);
  const credential = await decryptKeyOrMarkFailing(ctx, ctx.ai, row);
  const askedAt = new Date();
  const { outcome, durationMs, model, form } = await verifyKeyForModels(ctx, credential, listModelsUsedWithKey(row));
  const testedAt = new Date();
  await inTransaction(ctx, async (em) => {
    if (isKeyAccepted(outcome)) await markKeyAcceptedInTransaction(em, ctx, row, askedAt);
    if (form) await saveOutputModeInTransaction(em, ctx, row, form);
    if (isKeyRefusal(outcome)) await markKeyFailingInTransaction(em, ctx, row, outcome, model);
    else if (outcome !== 'live') {
      // Runs after `markKeyAcceptedInTransaction`, because a rate limit means both: accepted, with an error.
      await recordTemporaryKeyError(em, ctx, row, outcome);
    }
    await recordEvent(em, ctx, {
      action: 'provider_key.tested',
      subject: providerKeyAuditSubjectOf(row),
      changes: { outcome, model },
    });
    await publishTopics(em, providerKeysLiveTopicOf(workspace.id));
  });
  return { outcome, model, tested_at: testedAt.toISOString(), duration_ms: durationMs };
}
