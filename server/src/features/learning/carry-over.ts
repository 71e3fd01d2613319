import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { nextDrawSeedSql } from './quiz/draw.ts';
import { drawQuestionIds, QuestionPool, questionPoolSql } from './quiz/pool.ts';

/** SQL for how the attempts `:baseIds` have the question `item` of another revision, as `kept` of `QuestionPool`. */
const KEPT = `coalesce((
      select max(case when g.attempt_id = (:baseIds::uuid[])[1] then 3 else 2 end)
      from answers g where g.workspace_id = :workspaceId and g.attempt_id = any (:baseIds::uuid[])
        and g.question_id = (item ->> 'id')::uuid and g.item_hash = item_hash(item)), (
      select 1 from attempts b where b.workspace_id = :workspaceId and b.id = any (:baseIds::uuid[])
        and (item ->> 'id')::uuid = any (b.drawn) limit 1), 0)`;

/** Ends the unfinished attempt. Its replacement has its answers. */
export const SUPERSEDE_UNFINISHED_ATTEMPT = defineStatement({
  name: 'close-superseded-attempt',
  scope: 'tenant',
  sql: `
update attempts set state = 'superseded', ended_at = greatest(:now::timestamptz, started_at)
where workspace_id = :workspaceId and enrollment_id = :enrollmentId and state in ('open', 'waiting')`,
});

/** Reads the draw of an attempt at a revision that continues others. */
const READ_POOL = defineStatement({
  name: 'read-pool-to-carry-over',
  scope: 'tenant',
  row: z.strictObject({ draw: z.string(), pool: QuestionPool.nullable() }),
  sql: `
select ${nextDrawSeedSql('e.user_id', 'e.module_id')} as draw, ${questionPoolSql('e', 'r', KEPT)} as pool
from enrollments e
join module_revisions r on r.workspace_id = :workspaceId and r.id = :revisionId
where e.workspace_id = :workspaceId and e.id = :enrollmentId`,
});

/**
 * Starts an attempt at a revision with the answers to unchanged questions, each from the first of `baseIds` that has
 * one. Does nothing if there are no such answers.
 */
const CARRY_OVER = defineStatement({
  name: 'carry-answers-over',
  scope: 'tenant',
  sql: `
with carried as (
  select distinct on (g.question_id) g.* from answers g
  join module_revisions r on r.workspace_id = :workspaceId and r.id = :revisionId
  join jsonb_array_elements(r.quiz) as item on (item ->> 'id')::uuid = g.question_id and item_hash(item) = g.item_hash
  where g.workspace_id = :workspaceId and g.attempt_id = any(:baseIds::uuid[])
    and (:drawn::uuid[] is null or g.question_id = any(:drawn::uuid[]))
  order by g.question_id, array_position(:baseIds::uuid[], g.attempt_id)
), begun as (
  insert into attempts (workspace_id, id, enrollment_id, number, revision_id, pass_score, state, started_at, draw, drawn)
  select :workspaceId, :id, e.id, 1 + (
      select max(number) from attempts where workspace_id = :workspaceId and enrollment_id = e.id),
    r.id, (r.settings ->> 'pass_score')::numeric, 'open', greatest(:now::timestamptz, e.started_at),
    :draw, :drawn::uuid[]
  from enrollments e
  join module_revisions r on r.workspace_id = :workspaceId and r.id = :revisionId
  where e.workspace_id = :workspaceId and e.id = :enrollmentId and exists (select from carried)
  returning id
)
insert into answers (workspace_id, id, attempt_id, question_id, item_hash, kind, response, given_at, state, score, carried_from,
  language, texts_hash, presence)
select c.workspace_id, gen_random_uuid(), begun.id, c.question_id, c.item_hash, c.kind, c.response, c.given_at, c.state, c.score,
  coalesce(c.carried_from, c.id), c.language, c.texts_hash, c.presence
from carried c cross join begun`,
});

/** The cycle, revision and id of an attempt that continues those of `baseIds`. */
type Continued = {
  workspaceId: string;
  enrollmentId: string;
  revisionId: string;
  baseIds: string[];
  id: string;
  now: Date;
};

/** Starts the attempt with the answers that it keeps, if there are any; what is kept is drawn first. */
export async function startAttemptWithCarriedAnswers(on: StatementRunner, continued: Continued): Promise<void> {
  const { draw, pool } = await READ_POOL.one(on, continued);
  await CARRY_OVER.run(on, { ...continued, draw, drawn: drawQuestionIds(pool, draw) });
}

/**
 * Finds the newer revision for which a passed attempt was superseded, and the unfinished attempt at it. Only if the
 * revision has unchanged questions of that attempt, is not passed, and nothing was carried over yet.
 */
export const FIND_CARRY_OVER_TARGET = defineStatement({
  name: 'find-passed-attempt-left-behind',
  scope: 'tenant',
  row: z.strictObject({ revision_id: z.string(), unfinished_id: z.string().nullable() }),
  sql: `
select e.revision_id, (
    select u.id from attempts u
    where u.workspace_id = :workspaceId and u.enrollment_id = e.id and u.state in ('open', 'waiting')) as unfinished_id
from attempts a
join enrollments e on e.workspace_id = :workspaceId and e.id = a.enrollment_id
join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
where a.workspace_id = :workspaceId and a.id = :attemptId and a.state = 'passed' and a.revision_id <> e.revision_id
  and (e.completed_at is null or e.attested_id is not null)
  and not exists (
    select from attempts p
    where p.workspace_id = :workspaceId and p.enrollment_id = e.id and p.revision_id = e.revision_id and p.state = 'passed')
  and exists (
    select from answers g join jsonb_array_elements(r.quiz) as item on (item ->> 'id')::uuid = g.question_id
    where g.workspace_id = :workspaceId and g.attempt_id = a.id and item_hash(item) = g.item_hash)
  and not exists (
    select from answers g
    join answers c on c.workspace_id = :workspaceId and c.carried_from = coalesce(g.carried_from, g.id)
    join attempts t on t.workspace_id = :workspaceId and t.id = c.attempt_id and t.revision_id = e.revision_id
    where g.workspace_id = :workspaceId and g.attempt_id = a.id)`,
});
