import type { NameProviderKey, KeyTest } from '@training/shared/provider-keys/provider-keys';
import type { AiContext } from '../../core/context.ts';
import { entityManager, inTransaction } from '../../core/transaction.ts';
import { publish } from '../../platform/live.ts';
import { recordEvent } from '../events/record-event.ts';
import { undecryptable } from './own-key.ts';
import { markKeyFailing, noteAccepted, noteError, noteFailing, noteForm } from './key-health.ts';
import { providerKeysTopic } from './list-provider-keys.ts';
import { isLive, isRefusal, ProviderKeyEntity } from './provider-key.entity.ts';
import { openKey } from './sealed-key.ts';

import { keyNotFound, keySubject, verifyKey } from './verify-key.ts';

/**
 * Tests whether the key works. The key's row stays unchanged; only its health is updated (rules/provider-keys 4). A bad
 * outcome is a result, not an error.
 * @throws AppError `provider_key_not_found`; `provider_key_failed` if this server can't decrypt the key
 */
export async function testProviderKey(ctx: AiContext, { id }: NameProviderKey): Promise<KeyTest> {
  const { workspace } = ctx;
  const row = await entityManager(ctx).findOne(ProviderKeyEntity, { id });
  if (!row) throw keyNotFound(id);
  const opened = openKey(ctx.ai.keyring, row);
  if ('reason' in opened) {
    await markKeyFailing(ctx, row, 'undecryptable');
    throw undecryptable(ctx.ai, row, opened.reason);
  }
  const askedAt = new Date();
  const { outcome, durationMs, form } = await verifyKey(ctx, opened.credential);
  const testedAt = new Date();
  await inTransaction(ctx, async (em) => {
    if (isLive(outcome)) await noteAccepted(em, ctx, row, askedAt);
    if (form) await noteForm(em, ctx, row, form);
    if (isRefusal(outcome)) await noteFailing(em, ctx, row, outcome);
    else if (outcome !== 'live') {
      // Runs after `noteAccepted`, because a rate limit means both: accepted, with an error.
      await noteError(em, ctx, row, outcome);
    }
    await recordEvent(em, ctx, {
      action: 'provider_key.tested',
      subject: keySubject(row),
      changes: { outcome },
    });
    await publish(em, providerKeysTopic(workspace.id));
  });
  return { outcome, tested_at: testedAt.toISOString(), duration_ms: durationMs };
}
