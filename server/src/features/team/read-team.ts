import type { TrainingConcernPage } from '@training/shared/analytics/analytics-lists';
import { TeamCounts, type ListTeamConcerns, type ReadTeamCounts } from '@training/shared/team/team';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { CYCLE_IS_IN_SCOPE, cycleScopeParametersOf } from '../analytics/cycle-scope.ts';
import { CONCERN_LISTS_SQL, listTrainingConcerns } from '../analytics/list-concerns.ts';
import { teamFilterOf } from './team-scope.ts';

/** Period in days in which a certificate counts as expiring soon, the same as in analytics. */
const WINDOW = 30;

const READ_TEAM = defineStatement({
  name: 'read-team',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: TeamCounts,
  sql: `
select (
    select count(*)::int from users u
    where u.workspace_id = :workspaceId and u.is_active and u.id in (select team_of(:workspaceId, :managerId, :levels))
  ) as people,
  w.managers_may_excuse as may_excuse, (
    select json_build_object(
      'overdue', count(*) filter (where ${CONCERN_LISTS_SQL.overdue.where}),
      'due_soon', count(*) filter (where ${CONCERN_LISTS_SQL.due_soon.where}),
      'expiring', count(*) filter (where ${CONCERN_LISTS_SQL.expiring.where}),
      'expired', count(*) filter (where ${CONCERN_LISTS_SQL.expired.where}))
    from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
    where ${CYCLE_IS_IN_SCOPE} and e.counted
  ) as lists
from workspaces w where w.id = :workspaceId`,
});

/** Counts the caller's team, and what of it needs attention. */
export function readTeamCounts(ctx: Context, { reach }: ReadTeamCounts): Promise<TeamCounts> {
  const scope = cycleScopeParametersOf(ctx, teamFilterOf(ctx, reach));
  return READ_TEAM.one(ctx.db.pool, { ...scope, now: ctx.now, windowDays: WINDOW });
}

/** Lists what of the caller's team needs attention, like analytics (rules/managers 7). */
export function listTeamConcerns(ctx: Context, { reach, ...asked }: ListTeamConcerns): Promise<TrainingConcernPage> {
  return listTrainingConcerns(ctx, { ...asked, ...teamFilterOf(ctx, reach), window_days: WINDOW });
}
