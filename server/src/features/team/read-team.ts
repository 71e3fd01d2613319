import type { ConcernPage } from '@training/shared/analytics/analytics-lists';
import { Team, type ListTeamConcerns, type ReadTeam } from '@training/shared/team/team';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { CYCLE_IN_SCOPE, scopeParameters } from '../analytics/analytics-selection.ts';
import { CONCERNS, listConcerns } from '../analytics/list-concerns.ts';
import { teamFilter } from './team-scope.ts';

/** Period in days in which a certificate counts as expiring soon, the same as in analytics. */
const WINDOW = 30;

const READ_TEAM = defineStatement({
  name: 'read-team',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: Team,
  sql: `
select (
    select count(*)::int from users u
    where u.workspace_id = :workspaceId and u.is_active and u.id in (select team_of(:workspaceId, :managerId, :levels))
  ) as people,
  w.managers_may_excuse as may_excuse, (
    select json_build_object(
      'overdue', count(*) filter (where ${CONCERNS.overdue.where}),
      'due_soon', count(*) filter (where ${CONCERNS.due_soon.where}),
      'expiring', count(*) filter (where ${CONCERNS.expiring.where}),
      'expired', count(*) filter (where ${CONCERNS.expired.where}))
    from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
    where ${CYCLE_IN_SCOPE} and e.counted
  ) as lists
from workspaces w where w.id = :workspaceId`,
});

/** Counts the caller's team, and what of it needs attention. */
export function readTeam(ctx: Context, { reach }: ReadTeam): Promise<Team> {
  const scope = scopeParameters(ctx, teamFilter(ctx, reach));
  return READ_TEAM.one(ctx.db.pool, { ...scope, now: ctx.now, windowDays: WINDOW });
}

/** Lists what of the caller's team needs attention, like analytics (rules/managers 7). */
export function listTeamConcerns(ctx: Context, { reach, ...asked }: ListTeamConcerns): Promise<ConcernPage> {
  return listConcerns(ctx, { ...asked, ...teamFilter(ctx, reach), window_days: WINDOW });
}
