import { type ListTeamPaths, TeamPathPage } from '@training/shared/paths/paths';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { teamFilterOf } from '../team/team-scope.ts';
import { pathStandingSql } from './path-standing.ts';

const OF_TEAM = pathStandingSql('e.user_id = any (array(select team_of(:workspaceId, :managerId, :levels)))', 'true');

const LIST = defineStatement({
  name: 'list-team-paths',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: TeamPathPage,
  sql: `
with ${OF_TEAM}, named as (
  select n.*, u.full_name, u.department_id, t.title from people n
  join users u on u.workspace_id = :workspaceId and u.id = n.user_id
  join paths t on t.workspace_id = :workspaceId and t.id = n.path_id
), page as (
  select * from named order by overdue desc, status in ('completed', 'excused'), due_on nulls last, full_name, user_id, title, path_id
  limit :limit offset :offset
)
select coalesce((
    select json_agg(json_build_object('user_id', p.user_id, 'full_name', p.full_name, 'department', d.name,
      'path_id', p.path_id, 'path', p.title, 'status', p.status, 'done', p.done, 'steps', p.steps, 'at', (
        select m.title from path_steps s join modules m on m.workspace_id = :workspaceId and m.id = s.module_id
        where s.workspace_id = :workspaceId and s.path_id = p.path_id and s.position = p.at),
      'due_on', p.due_on, 'overdue', p.overdue)
      order by p.overdue desc, p.status in ('completed', 'excused'), p.due_on nulls last, p.full_name, p.user_id, p.title,
        p.path_id)
    from page p left join departments d on d.workspace_id = :workspaceId and d.id = p.department_id), '[]') as rows,
  (select count(*)::int from named) as total`,
});

/** Lists the people of the caller's team with their paths, first who has something overdue (rules/managers 7). */
export function listTeamMembersWithPaths(ctx: Context, { reach, limit, offset }: ListTeamPaths): Promise<TeamPathPage> {
  const { manager_id: managerId, levels } = teamFilterOf(ctx, reach);
  return LIST.one(ctx.db.pool, { workspaceId: ctx.workspace.id, managerId, levels, now: ctx.now, limit, offset });
}
