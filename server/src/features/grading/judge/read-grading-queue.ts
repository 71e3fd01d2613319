import {
  AnswerToGrade,
  GradedAnswerPage,
  GradingQueue,
  type ListGradedAnswers,
  type ListGradingTasks,
} from '@training/shared/grading/grading';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import {
  ANSWER_TO_GRADE_JSON_SQL,
  ANSWER_FROM_CLAUSE,
  VIEWER_MAY_GRADE_ANSWER,
  VIEWER_MAY_SEE_ANSWER,
  ANSWER_IDS_WITH_OPEN_APPEAL_SQL,
  APPEAL_WAITS_FOR_VIEWER,
} from '../answer-view.ts';
import { spokenAnswerNotFoundError, getOriginalAnswerId } from '../answer/lock-answer.ts';
import { viewerParametersOf } from '../viewer.ts';

/** Finds the answers of the page by their key before the other tables are joined. */
const ON_PAGE = `a.id = any(array(select id from page))` as const;

/** Answers of inactive people aren't graded until they are active again. */
const QUEUE = defineStatement({
  name: 'read-grading-queue',
  scope: 'tenant',
  row: GradingQueue,
  sql: `
with waiting as materialized (
  select 'answer' as task, a.given_at as since, a.id ${ANSWER_FROM_CLAUSE}
  where a.workspace_id = :workspaceId and a.state = 'trainer' and a.carried_from is null and ${VIEWER_MAY_GRADE_ANSWER}
  union all
  select 'appeal', p.at, a.id ${ANSWER_FROM_CLAUSE}
  where a.workspace_id = :workspaceId and a.id = any(${ANSWER_IDS_WITH_OPEN_APPEAL_SQL}) and ${APPEAL_WAITS_FOR_VIEWER}
), page as (
  select * from waiting where :task::text is null or task = :task
  order by since, id limit :limit offset :offset
)
select coalesce((
    select json_agg(json_build_object('task', page.task, 'since', to_iso(page.since), 'answer', ${ANSWER_TO_GRADE_JSON_SQL})
      order by page.since, page.id)
    ${ANSWER_FROM_CLAUSE} join page on page.id = a.id
    where a.workspace_id = :workspaceId and ${ON_PAGE}), '[]') as items,
  (select count(*)::integer from waiting where :task::text is null or task = :task) as total,
  (select count(*)::integer from waiting where task = 'answer') as answers,
  (select count(*)::integer from waiting where task = 'appeal') as appeals`,
});

/** Planned each time: the best index depends on the given filters. */
const GRADED = defineStatement({
  name: 'read-graded-answers',
  scope: 'tenant',
  unprepared: true,
  row: GradedAnswerPage,
  sql: `
with graded as materialized (
  select a.id, a.given_at ${ANSWER_FROM_CLAUSE}
  where a.workspace_id = :workspaceId and a.kind = 'spoken' and a.carried_from is null and a.state = 'graded' and ${VIEWER_MAY_SEE_ANSWER}
    and (:moduleId::uuid is null or m.id = :moduleId) and (:learnerId::uuid is null or u.id = :learnerId)
), page as (
  select id from graded order by given_at desc, id desc limit :limit offset :offset
)
select coalesce((
    select json_agg(${ANSWER_TO_GRADE_JSON_SQL} order by a.given_at desc, a.id desc)
    ${ANSWER_FROM_CLAUSE}
    where a.workspace_id = :workspaceId and ${ON_PAGE}), '[]') as items,
  (select count(*)::integer from graded) as total`,
});

const READ = defineStatement({
  name: 'read-answer-to-grade',
  scope: 'tenant',
  row: z.strictObject({ answer: AnswerToGrade }),
  sql: `
select ${ANSWER_TO_GRADE_JSON_SQL} as answer ${ANSWER_FROM_CLAUSE}
where a.workspace_id = :workspaceId and a.id = :answerId and ${VIEWER_MAY_SEE_ANSWER}`,
});

/** Lists answers and appeals that wait for the caller (rules/grading 6, 8). */
export function readGradingQueue(ctx: Context, { task, limit, offset }: ListGradingTasks): Promise<GradingQueue> {
  return QUEUE.one(ctx.db.pool, { ...viewerParametersOf(ctx), task: task ?? null, limit, offset });
}

/** Lists graded answers of the department in which the caller grades. */
export function listGradedAnswers(
  ctx: Context,
  { module_id, learner_id, limit, offset }: ListGradedAnswers,
): Promise<GradedAnswerPage> {
  const named = { moduleId: module_id ?? null, learnerId: learner_id ?? null, limit, offset };
  return GRADED.one(ctx.db.pool, { ...viewerParametersOf(ctx), ...named });
}

/** Reads an answer for its grader. @throws AppError `answer_not_found`, also if the caller may not grade it */
export async function readAnswerToGrade(
  ctx: Context,
  answerId: string,
  on: StatementRunner = ctx.db.pool,
): Promise<AnswerToGrade> {
  const id = await getOriginalAnswerId(on, ctx.workspace.id, answerId);
  const row = await READ.first(on, { ...viewerParametersOf(ctx), answerId: id });
  if (!row) throw spokenAnswerNotFoundError(answerId);
  return row.answer;
}
