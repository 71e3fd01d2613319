import { PersonBehind } from '@training/shared/overview/overview';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { withPermission } from '../with-permission.ts';

/** Number of people shown per list: overdue, and with expiring certificates. */
const EACH = 3;

/** Period in which a certificate counts as expiring soon, the same as in analytics. */
const SOON = `interval '30 days'`;

/**
 * Reads the people overdue for longest and those whose certificates expire first: the first counted entries of an index
 * each.
 */
const PEOPLE_BEHIND = defineStatement({
  name: 'list-people-behind',
  scope: 'tenant',
  // A cached plan from when the tables were empty would use another index.
  unprepared: true,
  row: PersonBehind,
  sql: `
with found as materialized (
  (select 'overdue' as list, 1 as place, e.due_at as until, e.id from enrollments e
   join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
   where e.workspace_id = :workspaceId and e.counted and e.completed_at is null and e.due_at is not null and e.is_active
     and e.due_at <= :now::timestamptz and m.status = 'published'
   order by e.due_at limit ${EACH})
  union all
  (select 'expiring', 2, e.certified_until, e.id from enrollments e
   where e.workspace_id = :workspaceId and e.counted and e.certified_until is not null and e.is_active
     and e.certified_until > :now::timestamptz and e.certified_until <= :now::timestamptz + ${SOON}
   order by e.certified_until limit ${EACH})
)
select e.id as enrollment_id, u.id as user_id, u.full_name, m.title as module, f.list,
  to_char((f.until at time zone w.time_zone) - interval '1 ms', 'YYYY-MM-DD') as day
from found f
join enrollments e on e.workspace_id = :workspaceId and e.id = f.id
join users u on u.workspace_id = :workspaceId and u.id = e.user_id
join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
join workspaces w on w.id = :workspaceId
order by f.place, f.until, e.id`,
});

/** Lists people who need a follow-up. */
export function overduePeople(ctx: Context): Promise<PersonBehind[]> {
  const { db, workspace, now } = withPermission(ctx, 'learners:compare');
  return PEOPLE_BEHIND.all(db.pool, { workspaceId: workspace.id, now });
}
