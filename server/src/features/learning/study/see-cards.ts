import type { CycleState, SeeCards } from '@training/shared/learning';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { defineStatement } from '../../../database/statement.ts';
import { inPipeline } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { completeCycle } from '../complete-cycle.ts';
import { readCycleState } from '../cycle-state.ts';
import { assertInTime, assertStudied, lockCycle } from '../cycle.ts';
import { refreshed } from '../refresh-cycle.ts';

const SEE = defineStatement({
  name: 'see-cards',
  scope: 'tenant',
  row: z.strictObject({ cards_seen: z.int(), known: z.int() }),
  sql: `
with cards as (
  select (item ->> 'id')::uuid as id, item_hash(item) as item_hash
  from module_revisions, jsonb_array_elements(flashcards) as item
  where workspace_id = :workspaceId and id = :revisionId and (item ->> 'id')::uuid = any(:cardIds::uuid[])
), seen as (
  insert into seen_cards (workspace_id, enrollment_id, card_id, item_hash, seen_at)
  select :workspaceId, :enrollmentId, id, item_hash, :activeAt from cards
  on conflict do nothing returning 1
)
${refreshed('(select count(*)::integer from seen)')}
returning e.cards_seen, (select count(*)::integer from cards) as known`,
});

/**
 * Keeps that cards were seen, each once (rules/learning 8). In a completed cycle there is nothing left to keep.
 * @throws AppError `enrollment_not_found`, `cycle_closed`, `module_not_published`, `not_started`, `revision_outdated`;
 *   `stale_revision` where another revision is studied by now; `invalid_request` where it has no such card
 */
export function seeCards(ctx: Context, { enrollment_id, revision_id, card_ids }: SeeCards): Promise<CycleState> {
  return inPipeline(ctx, async (transaction, last) => {
    const locked = await lockCycle(transaction, ctx, enrollment_id);
    if (!locked.completed) {
      const cycle = assertStudied(locked);
      if (cycle.revision_id !== revision_id) {
        throw new AppError('stale_revision', 'You are on a newer revision. Reload the page.');
      }
      assertInTime(cycle);
      const cardIds = [...new Set(card_ids)];
      const { cards_seen, known } = await SEE.one(transaction, {
        workspaceId: ctx.workspace.id,
        enrollmentId: enrollment_id,
        revisionId: revision_id,
        cardIds,
        activeAt: ctx.now,
      });
      if (known < cardIds.length) throw unknownCards();
      if (cards_seen >= cycle.cards) await completeCycle(transaction, ctx, enrollment_id);
    }
    return readCycleState(last, ctx, enrollment_id);
  });
}

function unknownCards(): AppError {
  const message = 'Must be cards of the revision being studied';
  const fields = [{ path: 'card_ids', code: 'custom', message }];
  return new AppError('invalid_request', `card_ids: ${message}.`, { fields });
}
