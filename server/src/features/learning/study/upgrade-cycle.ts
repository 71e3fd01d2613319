import type { CycleProgress, UpgradeCycleToNewerRevision } from '@training/shared/learning/learning';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inPipelinedTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { startAttemptWithCarriedAnswers, SUPERSEDE_UNFINISHED_ATTEMPT } from '../carry-over.ts';
import { completeCycleIfDone } from '../complete-cycle.ts';
import { readCycleProgress } from '../cycle-progress.ts';
import { assertCycleCanBeStudied, lockOwnCycle } from '../cycle.ts';
import { refreshCycleProgress } from '../refresh-cycle-progress.ts';
import { FIND_RESUMABLE_ATTEMPT } from '../attempt.ts';
import { SCORE_ATTEMPT } from '../score-attempt.ts';

const FIND_NUMBER = defineStatement({
  name: 'find-revision-number',
  scope: 'tenant',
  row: z.strictObject({ number: z.int() }),
  sql: `select number from module_revisions where workspace_id = :workspaceId and id = :revisionId`,
});

/** Marks the cards of the newer revision as seen that are unchanged. */
const MOVE = defineStatement({
  name: 'move-cycle-to-revision',
  scope: 'tenant',
  sql: `
update enrollments set revision_id = :revisionId, card_on_screen = null, card_shown_at = null, last_activity_at = greatest(last_activity_at, :now::timestamptz), cards_seen = (
  select count(*) from module_revisions r
  cross join jsonb_array_elements(r.flashcards) as item
  join seen_cards s on s.workspace_id = :workspaceId and s.enrollment_id = :enrollmentId
    and s.card_id = (item ->> 'id')::uuid and s.item_hash = item_hash(item)
  where r.workspace_id = :workspaceId and r.id = :revisionId)
where workspace_id = :workspaceId and id = :enrollmentId`,
});

/**
 * Switches to the live revision, which the caller was shown. Seen cards and answers that are unchanged are kept, and
 * may complete the cycle (rules/learning 7). A repeated call changes nothing.
 * @throws AppError `enrollment_not_found`, `cycle_completed`, `cycle_closed`, `module_not_published`, `not_started`;
 *   `stale_revision` if another revision is live than the one that was shown
 */
export function upgradeCycleToLiveRevision(
  ctx: Context,
  { enrollment_id, revision }: UpgradeCycleToNewerRevision,
): Promise<CycleProgress> {
  return inPipelinedTransaction(ctx, async (transaction, last) => {
    const locked = await lockOwnCycle(transaction, ctx, enrollment_id);
    const numberOf = async (revisionId: string) =>
      (await FIND_NUMBER.one(transaction, { workspaceId: ctx.workspace.id, revisionId })).number;
    // The switch may have completed the cycle, so a repeated call finds it completed.
    if (locked.completed && locked.revision_id && (await numberOf(locked.revision_id)) === revision) {
      return readCycleProgress(last, ctx, enrollment_id);
    }
    const cycle = assertCycleCanBeStudied(locked);
    const { live_revision_id: revisionId } = cycle;
    const named = { workspaceId: ctx.workspace.id, enrollmentId: enrollment_id, now: ctx.now };
    const live = await numberOf(revisionId);
    if (live !== revision) {
      throw new AppError('stale_revision', `Revision ${live} is live now. Look at what changed, then continue.`);
    }
    if (cycle.revision_id !== revisionId) {
      const base = await FIND_RESUMABLE_ATTEMPT.first(transaction, named);
      await SUPERSEDE_UNFINISHED_ATTEMPT.run(transaction, named);
      await MOVE.run(transaction, { ...named, revisionId });
      if (base) {
        const id = newId();
        await startAttemptWithCarriedAnswers(transaction, { ...named, revisionId, baseIds: [base.id], id });
        await SCORE_ATTEMPT.run(transaction, { workspaceId: ctx.workspace.id, attemptId: id, now: ctx.now });
      }
      await refreshCycleProgress(transaction, ctx, enrollment_id, ctx.now);
      await completeCycleIfDone(transaction, ctx, enrollment_id);
    }
    return readCycleProgress(last, ctx, enrollment_id);
  });
}
