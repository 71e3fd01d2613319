import type { ModuleRef, NextReview } from '@training/shared/reviews/reviews';
import { type Context, actingUserIdOf } from '../../../core/context.ts';
import { defineStatement, JsonRow } from '../../../database/statements/statement.ts';
import { createPreparedJson } from '../../../platform/prepared-json.ts';
import { MODULE_IS_OWN_WORK, WAITING_REVIEW_CONDITIONS_SQL } from './list-reviews.ts';

const NEXT_REVIEW = defineStatement({
  name: 'next-review',
  scope: 'tenant',
  row: JsonRow,
  sql: `
with here as (
  select submitted_at, id from modules where workspace_id = :workspaceId and id = :id
), open as materialized (
  select m.id, coalesce(m.working ->> 'title', m.title) as title, m.submitted_at
  from (${WAITING_REVIEW_CONDITIONS_SQL.map((condition) => `select m.* from modules m where m.workspace_id = :workspaceId and ${condition}`).join(' union all ')}) m
  where m.id <> :id and (m.claimed_by is null or m.claimed_by = :caller) and not (${MODULE_IS_OWN_WORK})
)
select json_build_object(
  'next', (
    select json_build_object('module_id', o.id, 'title', o.title) from open o
    order by coalesce((o.submitted_at, o.id) > (select submitted_at, id from here), true) desc, o.submitted_at, o.id
    limit 1),
  'waiting', (select count(*) from open)
)::text as json`,
});

/**
 * Finds the reviewer's next module after a given one, decided or not: the next in the queue that they may decide on and
 * nobody else has claimed. Starts over after the last one (rules/review 20).
 */
export async function findNextReview(ctx: Context, { module_id }: ModuleRef): Promise<NextReview> {
  const asked = { workspaceId: ctx.workspace.id, id: module_id, caller: actingUserIdOf(ctx) };
  return createPreparedJson((await NEXT_REVIEW.one(ctx.db.pool, asked)).json);
}
