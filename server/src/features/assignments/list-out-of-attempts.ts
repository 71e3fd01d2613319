import type { ListOutOfAttempts, OutOfAttemptsPage } from '@training/shared/assignments/assignments';
import { ownDepartment, type Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { preparedJson } from '../../platform/prepared-json.ts';
import { limitsOf } from '../courses/attempt-settings.ts';

const LIST = defineStatement({
  name: 'list-out-of-attempts',
  scope: 'tenant',
  row: JsonRow,
  sql: `
with stuck as (
  select e.id from enrollments e
  join users u on u.workspace_id = :workspaceId and u.id = e.user_id and u.is_active
  join modules m on m.workspace_id = :workspaceId and m.id = e.module_id and m.status = 'published'
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  where e.workspace_id = :workspaceId and e.out_of_attempts and e.is_current and e.completed_at is null
    and e.waived_at is null and e.user_id <> :viewerId
    and (:ownDepartment::uuid is null or :ownDepartment in (u.department_id, c.department_id))
), page as (
  select e.* from enrollments e
  where e.workspace_id = :workspaceId and e.id in (select id from stuck)
  order by e.last_activity_at, e.id limit :limit offset :offset
)
select json_build_object('people', coalesce((
  select json_agg(json_build_object('enrollment_id', e.id, 'user_id', u.id, 'full_name', u.full_name, 'department', d.name,
    'module_id', m.id, 'module', m.title, 'course', c.title, 'attempts_allowed', limits.allowed,
    'best_score', e.best_score::float8, 'last_activity_at', to_iso(e.last_activity_at)) order by e.last_activity_at, e.id)
  from page e
  join users u on u.workspace_id = :workspaceId and u.id = e.user_id
  join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
  ${limitsOf('e', 'r')}
  left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id), '[]'),
  'total', (select count(*) from stuck))::text as json`,
});

/** Lists people who have used all attempts and need a trainer to continue, longest wait first. */
export async function listOutOfAttempts(ctx: Context, page: ListOutOfAttempts): Promise<OutOfAttemptsPage> {
  const { db, workspace, actor } = ctx;
  const viewerId = actor.kind === 'user' ? actor.id : null;
  const asked = { workspaceId: workspace.id, ownDepartment: ownDepartment(ctx), viewerId, ...page };
  return preparedJson((await LIST.one(db.pool, asked)).json);
}
