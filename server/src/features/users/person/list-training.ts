import type { ListOfPerson, PersonTrainingPage } from '@training/shared/users/people';
import type { Context } from '../../../core/context.ts';
import { defineStatement, JsonRow } from '../../../database/statements/statement.ts';
import { readLearner } from './read-learner.ts';
import { preparedJson } from '../../../platform/prepared-json.ts';

const LIST = defineStatement({
  name: 'list-training-of-person',
  scope: 'tenant',
  row: JsonRow,
  sql: `
with cycles as (
  select e.*, case when e.completed_at is not null then 'completed' when e.waived_at is not null then 'waived'
    when e.withdrawn_at is not null then 'withdrawn' when m.status <> 'published' then 'paused'
    when e.due_at <= :now::timestamptz then 'overdue' when e.started_at is null then 'not_started'
    else 'in_progress' end as status
  from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
  where e.workspace_id = :workspaceId and e.user_id = :id
), page as (
  select * from cycles
  order by is_current desc, status in ('completed', 'waived', 'withdrawn'), status = 'paused', due_at nulls last,
    assigned_at desc, id
  limit :limit offset :offset
)
select json_build_object(
  'training', coalesce((
    select json_agg(json_build_object(
      'enrollment_id', p.id, 'module_id', p.module_id, 'module', m.title, 'course_id', c.id, 'course', c.title, 'cycle', p.cycle,
      'is_current', p.is_current, 'status', p.status, 'progress', p.progress,
      'score', coalesce(p.final_score, p.best_score), 'assigned_at', to_iso(p.assigned_at),
      'due_at', to_iso(p.due_at), 'completed_at', to_iso(p.completed_at), 'expires_at', to_iso(p.expires_at)
    ) order by p.is_current desc, p.status in ('completed', 'waived', 'withdrawn'), p.status = 'paused',
      p.due_at nulls last, p.assigned_at desc, p.id)
    from page p
    join modules m on m.workspace_id = :workspaceId and m.id = p.module_id
    join courses c on c.workspace_id = :workspaceId and c.id = m.course_id), '[]'),
  'total', (select count(*) from enrollments where workspace_id = :workspaceId and user_id = :id)
)::text as json`,
});

/**
 * Lists a person's training: owed training by due date first, then paused, then finished.
 * @throws AppError `user_not_found` for trainers, if the person isn't of their department
 */
export async function listTraining(ctx: Context, { id, limit, offset }: ListOfPerson): Promise<PersonTrainingPage> {
  if (ctx.reach === 'department') await readLearner(ctx, { id });
  const { db, workspace, now } = ctx;
  const { json } = await LIST.one(db.pool, { workspaceId: workspace.id, id, now, limit, offset });
  return preparedJson(json);
}
