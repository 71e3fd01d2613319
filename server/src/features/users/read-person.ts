import {
  type AuthoredOrReviewedModulePage,
  type ListAuthoredOrReviewedModules,
  type ListPersonTraining,
  type PersonRef,
  type Person,
  type PersonTrainingPage,
  PersonTrainingOrder,
} from '@training/shared/users/people';
import type { Context } from '../../core/context.ts';
import { defineStatementPerOrder, type SortDirection } from '../../database/statements/define-per-order.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { attestationJsonSql } from '../evidence/attestation-json-sql.ts';
import { getLearnerIdentityById } from './read-learner.ts';
import { SELECT_PEOPLE, PERSON_JSON_SQL } from './search-people.ts';
import type { AuditEvent } from '@training/shared/audit/audit';

const READ = defineStatement({
  name: 'read-person',
  scope: 'tenant',
  row: JsonRow,
  sql: `
select (${PERSON_JSON_SQL})::text as json from (${SELECT_PEOPLE} where u.workspace_id = :workspaceId and u.id = :id) p`,
});

/** @throws AppError `user_not_found` */
export async function readPerson({ db, workspace }: Context, { id }: PersonRef): Promise<Person> {
  const found = await READ.first(db.pool, { workspaceId: workspace.id, id });
  if (!found) throw new AppError('user_not_found', `There is no user ${id} in this workspace.`);
  return createPreparedJson(found.json);
}

/** Limited in time, because the audit log has no index by person, so their rows may be far apart. */
const LIST_ACTIVITY = defineStatement({
  name: 'list-activity-of-person',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow,
  sql: `
select coalesce(json_agg(json_build_object(
  'id', e.id, 'at', to_iso(e.at), 'action', e.action,
  'actor', json_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', e.actor_name),
  'subject', json_build_object('kind', e.subject_kind, 'id', e.subject_id, 'name', e.subject_name),
  'changes', e.changes, 'request_id', e.request_id, 'ip', e.ip) order by e.at desc, e.id desc), '[]')::text as json
from (
  select * from audit_events
  where workspace_id = :workspaceId and at > :now::timestamptz - interval '30 days'
    and (actor_id = :id or (subject_kind = 'user' and subject_id = :id))
  order by at desc, id desc limit 20
) e`,
});

/** Lists the latest actions by and on a person. */
export async function listPersonActivity({ db, workspace, now }: Context, { id }: PersonRef): Promise<AuditEvent[]> {
  const { json } = await LIST_ACTIVITY.one(db.pool, { workspaceId: workspace.id, id, now });
  return createPreparedJson(json);
}

const LIST_CONTRIBUTIONS = defineStatement({
  name: 'list-contributions-of-person',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow,
  sql: `
with written as (
  select distinct module_id from module_contributors where workspace_id = :workspaceId and user_id = :id
), decided as (
  select module_id, count(*)::int as decisions, max(at) as at from review_decisions
  where workspace_id = :workspaceId and by_id = :id and verdict in ('approved', 'queried', 'rejected') group by 1
), modules_of as (
  select m.id as module_id, m.title as module, c.id as course_id, c.title as course,
    w.module_id is not null as has_written, coalesce(d.decisions, 0) as decisions
  from written w full join decided d on d.module_id = w.module_id
  join modules m on m.workspace_id = :workspaceId and m.id = coalesce(w.module_id, d.module_id)
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
)
select json_build_object(
  'contributions', coalesce((
    select json_agg(page order by course, module, module_id)
    from (select * from modules_of order by course, module, module_id limit :limit offset :offset) page), '[]'),
  'total', (select count(*) from modules_of)
)::text as json`,
});

/** Lists modules that a person has written in or decided on, by course. */
export async function listAuthoredOrReviewedModules(
  { db, workspace }: Context,
  { id, limit, offset }: ListAuthoredOrReviewedModules,
): Promise<AuthoredOrReviewedModulePage> {
  const { json } = await LIST_CONTRIBUTIONS.one(db.pool, { workspaceId: workspace.id, id, limit, offset });
  return createPreparedJson(json);
}

const other = (way: SortDirection) => (way === 'asc' ? 'desc' : 'asc');

/** SQL of each order of the cycle `p` and its module `m`. A person has few cycles, so any order sorts them all. */
const ORDERS = {
  status: (way) => `p.is_current ${other(way)}, p.status in ('completed', 'waived', 'withdrawn') ${way},
    p.status = 'paused' ${way}, p.due_at ${way} nulls last, p.assigned_at ${other(way)}, p.id`,
  module: (way) => `lower(m.title) ${way}, p.cycle desc, p.id`,
  due: (way) => `p.due_at ${way} nulls last, p.assigned_at desc, p.id`,
  completed: (way) => `p.completed_at ${way} nulls last, p.assigned_at desc, p.id`,
  score: (way) => `coalesce(p.final_score, p.best_score) ${way} nulls last, p.assigned_at desc, p.id`,
  expires: (way) => `p.expires_at ${way} nulls last, p.assigned_at desc, p.id`,
} as const satisfies Record<PersonTrainingOrder, (way: SortDirection) => string>;

/** Defines one statement per order. */
function defineTraining(order: PersonTrainingOrder, way: SortDirection) {
  const by = ORDERS[order](way);
  const modules = 'join modules m on m.workspace_id = :workspaceId and m.id = p.module_id';
  const sql = `
with cycles as (
  select e.*, case when e.completed_at is not null then 'completed' when e.waived_at is not null then 'waived'
    when e.withdrawn_at is not null then 'withdrawn' when m.status <> 'published' then 'paused'
    when e.due_at <= :now::timestamptz then 'overdue' when e.started_at is null then 'not_started'
    else 'in_progress' end as status
  from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
  where e.workspace_id = :workspaceId and e.user_id = :id
), page as (
  select p.* from cycles p ${modules} order by ${by} limit :limit offset :offset
)
select json_build_object(
  'training', coalesce((
    select json_agg(json_build_object(
      'enrollment_id', p.id, 'module_id', p.module_id, 'module', m.title, 'course_id', c.id, 'course', c.title, 'cycle', p.cycle,
      'is_current', p.is_current, 'status', p.status, 'progress', p.progress,
      'score', case when p.attested_id is null then coalesce(p.final_score, p.best_score) end, 'attested', ${attestationJsonSql('p')},
      'assigned_at', to_iso(p.assigned_at),
      'due_at', to_iso(p.due_at), 'completed_at', to_iso(p.completed_at), 'expires_at', to_iso(p.expires_at)
    ) order by ${by})
    from page p ${modules}
    join courses c on c.workspace_id = :workspaceId and c.id = m.course_id), '[]'),
  'total', (select count(*) from enrollments where workspace_id = :workspaceId and user_id = :id)
)::text as json`;
  return defineStatement({ name: `list-training-of-person-by-${order}-${way}`, scope: 'tenant', row: JsonRow, sql });
}

const listOf = defineStatementPerOrder(PersonTrainingOrder.options, defineTraining);

/**
 * Lists a person's training: owed training by due date first, then paused, then finished, unless asked otherwise.
 * @throws AppError `user_not_found` for trainers, if the person isn't of their department
 */
export async function listPersonTraining(ctx: Context, input: ListPersonTraining): Promise<PersonTrainingPage> {
  const { id, limit, offset } = input;
  if (ctx.reach === 'department') await getLearnerIdentityById(ctx, { id });
  const { db, workspace, now } = ctx;
  const { json } = await listOf(input).one(db.pool, { workspaceId: workspace.id, id, now, limit, offset });
  return createPreparedJson(json);
}
