import { PathChangePreview, type PreviewPathChange } from '@training/shared/paths/paths';
import type { PathAssignmentPreview, PreviewPathAssignment } from '@training/shared/paths/path-assignments';
import type { Context } from '../../core/context.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { checkRule, assertNoSelfRelief } from '../assignments/check-rule.ts';
import { previewRules } from '../assignments/preview-assignment.ts';
import { doesChangeAudience, type AssignmentRule } from '../assignments/assignment-rule.ts';
import {
  planChangedRules,
  planEndedRules,
  findPathAssignmentRuleChanges,
  lockPathAssignmentRules,
  planPathAssignment,
} from './path-assignment-rules.ts';
import { lockPathToChange } from './change-path.ts';
import { coveredPeopleSql, CYCLE_IS_OF_PATH_MODULE } from './covered-people.ts';

/**
 * Counts of the people who haven't begun the modules that stay, by whether they are closed before and afterwards. As
 * for `missing_modules`, the assignment that needs least counts.
 */
const DOORS = defineStatement({
  name: 'doors-of-changed-path',
  scope: 'tenant',
  unprepared: true,
  row: PathChangePreview.pick({ people: true, doors: true }),
  sql: `
with ${coveredPeopleSql(CYCLE_IS_OF_PATH_MODULE, 'g.path_id = :id')}, members as materialized (
  select distinct user_id from covered
), steps as (
  select s.module_id, m.title, s.position, s.requires as before,
    array(select jsonb_array_elements_text(n -> 'requires'))::uuid[] as after
  from jsonb_array_elements(:steps::jsonb) n
  join path_steps s on s.workspace_id = :workspaceId and s.path_id = :id and s.module_id = (n ->> 'module_id')::uuid
  join modules m on m.workspace_id = :workspaceId and m.id = s.module_id
), waiting as materialized (
  select c.user_id, s.module_id, s.title, s.position, a.id, a.again, a.created_at, coalesce(o.requires, '{}') as before,
    case when g.path_id = :id then s.after else coalesce(o.requires, '{}') end as after
  from members c
  join steps s on not (s.before @> s.after and s.after @> s.before)
  join enrollments e on e.workspace_id = :workspaceId and e.user_id = c.user_id and e.module_id = s.module_id
    and e.is_current and e.source = 'assignment' and e.started_at is null and e.completed_at is null
    and e.waived_at is null
  join assignment_enrollments l on l.workspace_id = :workspaceId and l.enrollment_id = e.id and l.removed_at is null
  join assignments a on a.workspace_id = :workspaceId and a.id = l.assignment_id
  left join path_assignments g on g.workspace_id = :workspaceId and g.assignment_id = a.id
  left join path_steps o on o.workspace_id = :workspaceId and o.path_id = g.path_id and o.module_id = s.module_id
), needed as (
  select w.user_id, w.module_id, w.title, w.position,
    coalesce(bool_or(not d.done and r.id = any(w.before)), false) as before,
    coalesce(bool_or(not d.done and r.id = any(w.after)), false) as after
  from waiting w
  left join lateral unnest(w.before || w.after) r (id) on exists (
    select from modules m where m.workspace_id = :workspaceId and m.id = r.id and m.status = 'published')
  left join lateral (
    select count(*) > 0 as done from enrollments p
    where p.workspace_id = :workspaceId and p.user_id = w.user_id and p.module_id = r.id and p.is_current
      and (p.completed_at is not null or p.waived_at is not null
        or not w.again and p.certificate <> 'none' and coalesce(p.certified_until, 'infinity') > :now::timestamptz
        or p.cycle > 1 and exists (
          select from last_done_cycle(:workspaceId, p.user_id, p.module_id) x
          where x.completed_at is null and (not w.again or x.waived_at >= w.created_at)))) d on true
  group by w.user_id, w.module_id, w.title, w.position, w.id
), closed as (
  select user_id, module_id, title, position, bool_and(before) as before, bool_and(after) as after
  from needed group by 1, 2, 3, 4
)
select (select count(*)::int from members) as people,
  coalesce((select json_agg(json_build_object('module_id', module_id, 'title', title, 'opens', opens, 'closes', closes)
      order by position)
    from (
      select module_id, title, position, count(*) filter (where before and not after) as opens,
        count(*) filter (where not before and after) as closes
      from closed group by 1, 2, 3) doors), '[]') as doors`,
});

/**
 * Returns what a change of a path's modules changes for the people to whom it is assigned, without writing anything
 * (rules/paths 7).
 * @throws AppError as the change itself
 */
export async function previewPathChange(ctx: Context, input: PreviewPathChange): Promise<PathChangePreview> {
  const { id, version, steps, outcome, limit, offset } = input;
  const em = createWorkspaceEntityManager(ctx);
  await lockPathToChange(em, ctx, { id, version, steps });
  const modules = new Set(steps.map(({ module_id }) => module_id));
  const changes = await findPathAssignmentRuleChanges(em, ctx, id, modules);
  const removed = changes.flatMap((change) => change.removed);
  const ended = planEndedRules(ctx, removed);
  await assertNoSelfRelief(em, ctx, ended);
  const rules = [...changes.flatMap(({ added }) => added), ...ended.map(({ after }) => after)];
  const asked = { workspaceId: ctx.workspace.id, id, steps: JSON.stringify(steps), now: ctx.now };
  const [effect, doors] = await Promise.all([
    previewRules(ctx, rules, true, { outcome, limit, offset }),
    DOORS.one(ctx.transaction ?? ctx.db.pool, asked),
  ]);
  return { ...effect, ...doors };
}

/**
 * Returns the effect of assigning a path, or of changing or ending its assignment, on each person.
 * @throws AppError as the change itself
 */
export async function previewPathAssignment(
  ctx: Context,
  input: PreviewPathAssignment,
): Promise<PathAssignmentPreview> {
  const { rules, explicit } = await rulesToPreview(ctx, input);
  return previewRules(ctx, rules, explicit, input);
}

async function rulesToPreview(
  ctx: Context,
  input: PreviewPathAssignment,
): Promise<{ rules: AssignmentRule[]; explicit: boolean }> {
  const em = createWorkspaceEntityManager(ctx);
  if (input.change === 'create') {
    const { change: _, outcome: __, limit: ___, offset: ____, ...terms } = input;
    return { rules: (await planPathAssignment(em, ctx, terms)).rules, explicit: true };
  }
  const parts = await lockPathAssignmentRules(em, ctx, input.id);
  const changes = input.change === 'end' ? planEndedRules(ctx, parts) : planChangedRules(parts, input);
  if (input.change === 'update') for (const { before, after } of changes) await checkRule(em, ctx, after, before);
  await assertNoSelfRelief(em, ctx, changes);
  return {
    rules: changes.map(({ after }) => after),
    explicit: changes.some(({ before, after }) => doesChangeAudience(before, after)),
  };
}
