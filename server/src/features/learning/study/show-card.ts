import type { CycleState } from '@training/shared/learning/learning';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { pipelinedTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { readCycleState } from '../cycle-state.ts';
import { assertInTime, assertCanStudy, lockCycle } from '../cycle.ts';
import { unknownCards } from './record-seen-cards.ts';
import type { ShowCard } from '@training/shared/learning/seen-cards';

/**
 * Stores the card on screen. The time of an unchanged card stays. A new card counts from the last activity on, so that
 * calls started early and delayed don't count as seconds on screen. Activity more than a minute ahead is ignored: no
 * call is delayed that long, so the clock was set back.
 */
const SHOW = defineStatement({
  name: 'show-card',
  scope: 'tenant',
  sql: `
update enrollments e set card_on_screen = :cardId::uuid,
  card_shown_at = case when e.card_on_screen = :cardId::uuid then e.card_shown_at
    when e.last_activity_at < :now::timestamptz + interval '1 minute' then greatest(:now::timestamptz, e.last_activity_at)
    else :now::timestamptz end
where e.workspace_id = :workspaceId and e.id = :enrollmentId and exists (
  select from module_revisions r, jsonb_array_elements(r.flashcards) as item
  where r.workspace_id = :workspaceId and r.id = e.revision_id and item ->> 'id' = :cardId::text)`,
});

/**
 * Records the card on screen from now on, by the server's clock. Replaces the previous one: a cycle has one card on
 * screen at a time (rules/learning 8).
 * @throws AppError as `recordSeenCards`
 */
export function showCard(ctx: Context, { enrollment_id, revision_id, card_id }: ShowCard): Promise<CycleState> {
  return pipelinedTransaction(ctx, async (transaction, last) => {
    const locked = await lockCycle(transaction, ctx, enrollment_id);
    if (!locked.completed) {
      const cycle = assertCanStudy(locked);
      if (cycle.revision_id !== revision_id) {
        throw new AppError('stale_revision', 'You are on a newer revision. Reload the page.');
      }
      assertInTime(cycle);
      const shown = { workspaceId: ctx.workspace.id, enrollmentId: enrollment_id, cardId: card_id, now: ctx.now };
      if ((await SHOW.run(transaction, shown)) === 0) throw unknownCards('card_id');
    }
    return readCycleState(last, ctx, enrollment_id);
  });
}
