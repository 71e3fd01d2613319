import type { PersonRef, ManagerPeriod } from '@training/shared/users/people';
import type { Context } from '../../../core/context.ts';
import { defineStatement, JsonRow } from '../../../database/statements/statement.ts';
import { createPreparedJson } from '../../../platform/prepared-json.ts';

const LIST = defineStatement({
  name: 'list-managers-of-person',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow,
  sql: `
select coalesce(json_agg(json_build_object('manager_id', p.manager_id, 'name', p.name, 'from_at', to_iso(p.from_at),
  'until_at', to_iso(p.until_at)) order by p.number desc), '[]')::text as json
from (
  select m.number, m.manager_id, u.full_name as name, m.from_at, m.until_at
  from user_managers m join users u on u.workspace_id = :workspaceId and u.id = m.manager_id
  where m.workspace_id = :workspaceId and m.user_id = :id
  order by m.number desc limit 100
) p`,
});

/** Lists who was the person's manager when, the newest first (rules/managers 5). */
export async function listManagerPeriods({ db, workspace }: Context, { id }: PersonRef): Promise<ManagerPeriod[]> {
  const { json } = await LIST.one(db.pool, { workspaceId: workspace.id, id });
  return createPreparedJson(json);
}
