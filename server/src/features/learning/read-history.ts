import { LearningHistory, type NameStudied } from '@training/shared/learning/learning';
import { z } from 'zod';
import { actingPersonOf, type Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { ATTEMPT_SUMMARY } from './cycle-state.ts';
import { CYCLE_END } from './my-cycle.ts';

/** Returns a module that can't be studied only to people who have started it. */
const READ = defineStatement({
  name: 'read-learning-history',
  scope: 'tenant',
  row: z.strictObject({ history: LearningHistory }),
  sql: `
with mine as (
  select * from enrollments
  where workspace_id = :workspaceId and user_id = :userId and module_id = :moduleId and started_at is not null
  order by cycle desc limit 50
)
select json_build_object(
  'module_id', m.id, 'title', m.title, 'course', json_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji),
  'time_zone', w.time_zone, 'cycles', coalesce((
    select json_agg(json_build_object('enrollment_id', e.id, 'cycle', e.cycle, 'is_current', e.is_current, 'end', ${CYCLE_END},
      'assigned_at', to_iso(e.assigned_at), 'started_at', to_iso(e.started_at),
      'completed_at', to_iso(e.completed_at), 'attempts', coalesce((
        select json_agg(${ATTEMPT_SUMMARY} order by a.number desc)
        from (
          select * from attempts where workspace_id = :workspaceId and enrollment_id = e.id
          order by number desc limit 50) a
        join module_revisions t on t.workspace_id = :workspaceId and t.id = a.revision_id), '[]')) order by e.cycle desc)
    from mine e), '[]')) as history
from modules m
join workspaces w on w.id = :workspaceId
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where m.workspace_id = :workspaceId and m.id = :moduleId and (m.status = 'published' or exists (select from mine))`,
});

/**
 * Returns everything that the caller has done with a module, in all cycles, including withdrawn ones and those of
 * unpublished modules (rules/learning 13).
 * @throws AppError `module_not_found`
 */
export async function readHistory(ctx: Context, { module_id: moduleId }: NameStudied): Promise<LearningHistory> {
  const named = { workspaceId: ctx.workspace.id, userId: actingPersonOf(ctx).id, moduleId };
  const found = await READ.first(ctx.transaction ?? ctx.db.pool, named);
  if (!found) throw new AppError('module_not_found', `There is no published module ${moduleId} in this workspace.`);
  return found.history;
}
