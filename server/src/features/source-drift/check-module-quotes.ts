import type { Database } from '../../database/database.ts';
import { entityManager } from '../../core/transaction.ts';
import { publish } from '../../platform/live.ts';
import type { Cause } from '../events/record-event.ts';
import { moduleTopic } from '../courses/modules/module-topic.ts';
import { findLost } from './find-missing-quotes.ts';
import { resolveDrift } from './resolve-drift.ts';
import { QUOTE_CHECKS, type ClaimedQuoteCheck } from './quote-checks.ts';
import { readKept, readQuoteCheck, readSourced, type QuoteCheck } from './quoted-sources.ts';
import { COMPLETE_QUOTE_CHECK, LOCK_QUOTE_CHECK, storeSettled } from './store-drift.ts';
import { notifyTrainers } from './notify-trainers.ts';

const actor = { kind: 'system', name: 'Drives' } as const;

/**
 * Rechecks the quotes of a claimed module. The texts are compared before the transaction, without locks; the result is
 * stored in one transaction with the end of the lease, so that it is stored once, however many instances there are.
 */
export async function checkModuleQuotes(db: Database, claim: ClaimedQuoteCheck): Promise<void> {
  const { workspaceId, moduleId, leaseId, dueAt } = claim;
  const look = await readQuoteCheck(db.pool, workspaceId, moduleId);
  const items = await readSourced(db.pool, workspaceId, look);
  const kept = await readKept(db.pool, workspaceId, look.id);
  const lost = await findLost(db.pool, workspaceId, items, kept);
  const workspace = { id: workspaceId, slug: '', name: '' };
  const cause: Cause = { workspace, actor, now: new Date(), requestId: null, ip: null };
  await entityManager({ db, workspace }).transactional(async (transaction) => {
    const held = await LOCK_QUOTE_CHECK.one(transaction, { workspaceId, moduleId });
    const key = { workspaceId, moduleId, leaseId, dueAt };
    if (!isAsItWas(look, held) || (await COMPLETE_QUOTE_CHECK.run(transaction, key)) === 0) {
      await QUOTE_CHECKS.release(transaction, claim, new Date());
      return;
    }
    // Read again: a trainer may have confirmed a mark in the meantime.
    const now = await readKept(transaction, workspaceId, look.id);
    const settled = resolveDrift({ items, kept: now, isPublic: look.is_public }, lost);
    const { marked, changed, removed } = settled;
    await storeSettled(transaction, { workspaceId, id: look.id, now: cause.now }, settled);
    if (marked.length > 0) await notifyTrainers(transaction, cause, look, marked);
    if (marked.length + changed.length + removed.length === 0) return;
    await publish(transaction, moduleTopic(workspaceId, look.id));
  });
}

const isAsItWas = (look: QuoteCheck, now: Pick<QuoteCheck, 'revision_id' | 'is_public'>) =>
  look.revision_id === now.revision_id && look.is_public === now.is_public;
