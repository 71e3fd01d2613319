import type { RecordedSeenCards, CycleProgress } from '@training/shared/learning/learning';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inPipelinedTransaction } from '../../../core/transaction.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { completeCycleIfDone } from '../complete-cycle.ts';
import { readCycleProgress } from '../cycle-progress.ts';
import { assertRevisionMayStillBeFinished, assertCycleCanBeStudied, lockOwnCycle } from '../cycle.ts';
import { refreshCycleProgressSql } from '../refresh-cycle-progress.ts';
import {
  SECONDS_UNTIL_CARD_SEEN,
  type RecordSeenCards,
  type ReportShownCard,
} from '@training/shared/learning/seen-cards';

const SEE = defineStatement({
  name: 'record-seen-cards',
  scope: 'tenant',
  row: z.strictObject({ cards_seen: z.int(), known: z.int(), uncounted: z.array(z.string()) }),
  sql: `
with cards as (
  select (item ->> 'id')::uuid as id, item_hash(item) as item_hash
  from module_revisions, jsonb_array_elements(flashcards) as item
  where workspace_id = :workspaceId and id = :revisionId and (item ->> 'id')::uuid = any(:cardIds::uuid[])
), on_screen as (
  select c.* from cards c
  join enrollments s on s.workspace_id = :workspaceId and s.id = :enrollmentId and s.card_on_screen = c.id
  where s.card_shown_at <= :activeAt::timestamptz - interval '${SECONDS_UNTIL_CARD_SEEN} second'
), seen as (
  insert into seen_cards (workspace_id, enrollment_id, card_id, item_hash, seen_at)
  select :workspaceId, :enrollmentId, id, item_hash, :activeAt from on_screen
  on conflict do nothing returning 1
)
${refreshCycleProgressSql('(select count(*)::integer from seen)')}
returning e.cards_seen, (select count(*)::integer from cards) as known, array(
  select c.id from cards c
  where c.id not in (select id from on_screen) and not exists (
    select from seen_cards s
    where s.workspace_id = :workspaceId and s.enrollment_id = :enrollmentId and s.card_id = c.id
      and s.item_hash = c.item_hash)) as uncounted`,
});

/**
 * Records seen cards, each once (rules/learning 8). Counts only the named card that has been on screen for at least a
 * second. Does nothing in a completed cycle.
 * @throws AppError `enrollment_not_found`, `cycle_closed`, `module_not_published`, `not_started`, `revision_outdated`;
 *   `stale_revision` if another revision is studied by now; `invalid_request` if it has no such card
 */
export function recordSeenCards(
  ctx: Context,
  { enrollment_id, revision_id, card_ids }: RecordSeenCards,
): Promise<RecordedSeenCards> {
  return inPipelinedTransaction(ctx, async (transaction, last) => {
    const locked = await lockOwnCycle(transaction, ctx, enrollment_id);
    let waiting: string[] = [];
    if (!locked.completed) {
      const cycle = assertCycleCanBeStudied(locked);
      if (cycle.revision_id !== revision_id) {
        throw new AppError('stale_revision', 'You are on a newer revision. Reload the page.');
      }
      assertRevisionMayStillBeFinished(cycle);
      const cardIds = [...new Set(card_ids)];
      const { cards_seen, known, uncounted } = await SEE.one(transaction, {
        workspaceId: ctx.workspace.id,
        enrollmentId: enrollment_id,
        revisionId: revision_id,
        cardIds,
        activeAt: ctx.now,
      });
      if (known < cardIds.length) throw unknownCards('card_ids');
      waiting = uncounted;
      if (cards_seen >= cycle.cards) await completeCycleIfDone(transaction, ctx, enrollment_id);
    }
    return { ...(await readCycleProgress(last, ctx, enrollment_id)), uncounted: waiting };
  });
}

/** Error for cards that aren't in the studied revision, in the field `path`. */
function unknownCards(path: string): AppError {
  return invalidFieldError(path, 'Must be of the revision being studied', 'other_revision');
}

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
export function recordCardOnScreen(
  ctx: Context,
  { enrollment_id, revision_id, card_id }: ReportShownCard,
): Promise<CycleProgress> {
  return inPipelinedTransaction(ctx, async (transaction, last) => {
    const locked = await lockOwnCycle(transaction, ctx, enrollment_id);
    if (!locked.completed) {
      const cycle = assertCycleCanBeStudied(locked);
      if (cycle.revision_id !== revision_id) {
        throw new AppError('stale_revision', 'You are on a newer revision. Reload the page.');
      }
      assertRevisionMayStillBeFinished(cycle);
      const shown = { workspaceId: ctx.workspace.id, enrollmentId: enrollment_id, cardId: card_id, now: ctx.now };
      if ((await SHOW.run(transaction, shown)) === 0) throw unknownCards('card_id');
    }
    return readCycleProgress(last, ctx, enrollment_id);
  });
}
