import type { AssignmentPreview, PreviewAssignment } from '@training/shared/assignments/assignments';
import type { Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { preparedJson } from '../../platform/prepared-json.ts';
import { assertMayChange } from './change-assignment.ts';
import { checkRule, refuseOwnRelief } from './check-rule.ts';
import { changedRule, isForOthers, newRule, standingRule, type Rule } from './rule.ts';

/** Uses the function that plans the change itself. */
const PREVIEW = defineStatement({
  name: 'preview-assignment',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow,
  sql: `
with rule as materialized (
  select r from jsonb_populate_record(null::assignments, :rule::jsonb) r where r.workspace_id = :workspaceId
), planned as materialized (
  select p.* from rule cross join lateral plan_assignments(
    array[rule.r], array(select people_of(rule.r, '00000000-0000-0000-0000-000000000000')), :now, :explicit) p
), loaded as (
  select user_id, module_id, due_on from planned where outcome in ('new', 'joined', 'renewed') and due_on is not null
), weeks as (
  select date_trunc('week', due_on)::date as week, count(*) as due from loaded group by 1
), owed as (
  select date_trunc('week', e.due_on)::date as week, count(*) as already
  from loaded l join enrollments e on e.workspace_id = :workspaceId and e.user_id = l.user_id
    and e.module_id <> l.module_id and e.is_current and e.completed_at is null and e.waived_at is null and e.due_on is not null
  join modules m on m.workspace_id = :workspaceId and m.id = e.module_id and m.status = 'published'
  group by 1
), listed as (
  select p.user_id, u.full_name, d.name as department, p.outcome, p.due_on
  from planned p
  join users u on u.workspace_id = :workspaceId and u.id = p.user_id
  left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id
  where :outcome::text is null or p.outcome = :outcome
)
select json_build_object(
  'counts', coalesce((select json_object_agg(outcome, n)
    from (select outcome, count(*) as n from planned group by outcome) counted), '{}'),
  'weeks', coalesce((
    select json_agg(json_build_object('from', w.week, 'due', w.due, 'already', coalesce(o.already, 0)) order by w.week)
    from weeks w left join owed o on o.week = w.week), '[]'),
  'people', coalesce((
    select json_agg(page) from (select * from listed order by full_name, user_id limit :limit offset :offset) page), '[]'),
  'total', (select count(*) from listed)
)::text as json`,
});

/**
 * Returns the effect of a change on each person, without writing anything (rules/assignments 4).
 * @throws AppError as the change itself
 */
export async function previewAssignment(ctx: Context, input: PreviewAssignment): Promise<AssignmentPreview> {
  const { rule, explicit } = await ruleToPreview(ctx, input);
  const { json } = await PREVIEW.one(ctx.db.pool, {
    workspaceId: ctx.workspace.id,
    rule: JSON.stringify(rule),
    explicit,
    now: ctx.now,
    outcome: input.outcome ?? null,
    limit: input.limit,
    offset: input.offset,
  });
  return preparedJson(json);
}

async function ruleToPreview(ctx: Context, input: PreviewAssignment): Promise<{ rule: Rule; explicit: boolean }> {
  const { pool } = ctx.db;
  if (input.change === 'create') {
    const rule = newRule(ctx, input);
    await checkRule(pool, ctx, rule);
    return { rule, explicit: true };
  }
  const before = await standingRule(pool, ctx, input.id, false);
  await assertMayChange(pool, ctx, before);
  if (input.change === 'end') {
    const ended = { ...before, ended_at: ctx.now.toISOString(), ended_by_name: ctx.actor.name };
    await refuseOwnRelief(pool, ctx, before, ended);
    return { rule: ended, explicit: false };
  }
  const rule = changedRule(before, input);
  await checkRule(pool, ctx, rule, before);
  await refuseOwnRelief(pool, ctx, before, rule);
  return { rule, explicit: isForOthers(before, rule) };
}
