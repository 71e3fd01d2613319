import { AnswerToCheck, GradeCheckQueue, type ListGradeChecks } from '@training/shared/grading/grade-checks';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { ANSWER_FOR_BLIND_CHECK_JSON_SQL, ANSWER_FROM_CLAUSE, VIEWER_MAY_CHECK_GRADE } from '../answer-view.ts';
import { viewerParametersOf } from '../viewer.ts';

/** Finds the few grades that wait for a check before the other tables are joined. */
const OPEN = defineStatement({
  name: 'read-grade-checks',
  scope: 'tenant',
  unprepared: true,
  row: GradeCheckQueue,
  sql: `
with waiting as materialized (
  select k.id, k.chosen_at, a.id as answer_id ${ANSWER_FROM_CLAUSE}
  join grade_checks k on k.workspace_id = :workspaceId and k.answer_id = a.id and k.checked_at is null
  where a.workspace_id = :workspaceId and a.id = any(array(
      select answer_id from grade_checks where workspace_id = :workspaceId and checked_at is null)) and ${VIEWER_MAY_CHECK_GRADE}
), page as (
  select * from waiting order by chosen_at, id limit :limit
)
select coalesce((
    select json_agg(json_build_object('id', page.id, 'since', to_iso(page.chosen_at), 'answer', ${ANSWER_FOR_BLIND_CHECK_JSON_SQL})
      order by page.chosen_at, page.id)
    ${ANSWER_FROM_CLAUSE} join page on page.answer_id = a.id
    where a.workspace_id = :workspaceId and a.id = any(array(select answer_id from page))), '[]') as items,
  (select count(*)::integer from waiting) as total`,
});

const CHECK = defineStatement({
  name: 'read-grade-check',
  scope: 'tenant',
  row: z.strictObject({
    answer_id: z.uuid(),
    title: z.string(),
    model_score: z.number(),
    answer: AnswerToCheck,
  }),
  sql: `
select a.id as answer_id, r.title, g.score::float8 as model_score, ${ANSWER_FOR_BLIND_CHECK_JSON_SQL} as answer
${ANSWER_FROM_CLAUSE}
join grade_checks k on k.workspace_id = :workspaceId and k.answer_id = a.id and k.id = :id
join grades g on g.workspace_id = :workspaceId and g.answer_id = a.id and g.number = k.number
where a.workspace_id = :workspaceId
  and a.id = (select answer_id from grade_checks where workspace_id = :workspaceId and id = :id) and ${VIEWER_MAY_CHECK_GRADE}`,
});

/** Lists the checks that wait for the caller (rules/grading 12). */
export function listGradeChecks(ctx: Context, { limit }: ListGradeChecks): Promise<GradeCheckQueue> {
  return OPEN.one(ctx.db.pool, { ...viewerParametersOf(ctx), limit });
}

/** Returns a check that the caller may make; undefined if there is none. */
export function findGradeCheck(on: StatementRunner, ctx: Context, id: string) {
  return CHECK.first(on, { ...viewerParametersOf(ctx), id });
}
