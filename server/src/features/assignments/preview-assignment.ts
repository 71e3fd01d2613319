import { type PreviewSeveralAssignments, SeveralAssignmentsPreview } from '@training/shared/assignments/assign-several';
import type { AssignmentPreview, PreviewAssignmentChange } from '@training/shared/assignments/assignments';
import type { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import {
  assertWithinPeopleLimit,
  checkAssignmentPairs,
  toAssignmentPairNames,
  listAssignmentPairs,
} from './assign-modules-to-audiences.ts';
import { assertMayChangeRule } from './change-assignment.ts';
import { checkRule, assertNoSelfRelief } from './check-rule.ts';
import {
  buildChangedRule,
  buildEndedRule,
  doesChangeAudience,
  buildNewRule,
  type AssignmentRule,
  getActiveRule,
} from './assignment-rule.ts';

const Effect = SeveralAssignmentsPreview.omit({ assignments: true, refused: true });

/** Uses the function that plans each assignment. A person and a module count once, whatever number of audiences. */
const PREVIEW_RULES = defineStatement({
  name: 'preview-assignments',
  scope: 'tenant',
  unprepared: true,
  row: Effect,
  sql: `
with rules as materialized (
  select r from jsonb_populate_recordset(null::assignments, :rules::jsonb) r where r.workspace_id = :workspaceId
), planned as materialized (
  select p.user_id, p.module_id, min(p.outcome) as outcome, min(p.due_on) as due_on,
    jsonb_agg(jsonb_strip_nulls(jsonb_build_object('kind', (rules.r).audience, 'user_id', (rules.r).user_id,
      'department_id', (rules.r).department_id, 'role', (rules.r).role)) order by (rules.r).audience) as through
  from rules cross join lateral plan_assignments(
    array[rules.r], array(select people_of(rules.r, '00000000-0000-0000-0000-000000000000')), :now, :explicit) p
  group by p.user_id, p.module_id
), loaded as (
  select user_id, module_id, due_on from planned where outcome in ('new', 'joined', 'renewed') and due_on is not null
), weeks as (
  select date_trunc('week', due_on)::date as week, count(*) as due from loaded group by 1
), owed as (
  select date_trunc('week', e.due_on)::date as week, count(*) as already
  from (select distinct user_id from loaded) l
  join enrollments e on e.workspace_id = :workspaceId and e.user_id = l.user_id
    and e.is_current and e.completed_at is null and e.waived_at is null and e.due_on is not null
  join modules m on m.workspace_id = :workspaceId and m.id = e.module_id and m.status = 'published'
  where not exists (select from loaded n where n.user_id = e.user_id and n.module_id = e.module_id)
  group by 1
), listed as (
  select p.user_id, u.full_name, d.name as department, p.module_id, m.title as module, p.outcome, p.due_on, p.through
  from planned p
  join users u on u.workspace_id = :workspaceId and u.id = p.user_id
  join modules m on m.workspace_id = :workspaceId and m.id = p.module_id
  left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id
  where :outcome::text is null or p.outcome = :outcome
)
select
  coalesce((select json_object_agg(outcome, n)
    from (select outcome, count(*) as n from planned group by outcome) counted), '{}') as counts,
  coalesce((
    select json_agg(json_build_object('from', w.week, 'due', w.due, 'already', coalesce(o.already, 0)) order by w.week)
    from weeks w left join owed o on o.week = w.week), '[]') as weeks,
  coalesce((
    select json_agg(page) from (
      select * from listed order by full_name, user_id, module, module_id limit :limit offset :offset) page
  ), '[]') as trainings,
  (select count(*)::int from listed) as total`,
});

/** The trainings to list. */
type Listed = Pick<PreviewSeveralAssignments, 'outcome' | 'limit' | 'offset'>;

/**
 * Returns the effect of rules on each person, without writing anything.
 * @param explicit False if they apply only to people who join.
 */
export function previewRules(
  { db, transaction, workspace, now }: Context,
  rules: readonly AssignmentRule[],
  explicit: boolean,
  { outcome, limit, offset }: Listed,
): Promise<z.infer<typeof Effect>> {
  const asked = { rules: JSON.stringify(rules), explicit, now, outcome: outcome ?? null, limit, offset };
  return PREVIEW_RULES.one(transaction ?? db.pool, { workspaceId: workspace.id, ...asked });
}

/**
 * Returns the effect of assigning several modules on each person, without writing anything (rules/assignments 4, 11).
 * @throws AppError `invalid_request` if this is too much at once
 */
export async function previewSeveralAssignments(
  ctx: Context,
  input: PreviewSeveralAssignments,
): Promise<SeveralAssignmentsPreview> {
  const { outcome, limit, offset, ...chosen } = input;
  const checked = await checkAssignmentPairs(ctx, await listAssignmentPairs(ctx, chosen));
  await assertWithinPeopleLimit(ctx, checked);
  const rules = checked.flatMap(({ rule }) => rule ?? []);
  const effect = await previewRules(ctx, rules, true, { outcome, limit, offset });
  return {
    ...effect,
    assignments: rules.length,
    refused: checked.flatMap(({ pair, refused }) =>
      refused === null ? [] : [{ ...toAssignmentPairNames(pair), refused }],
    ),
  };
}

/**
 * Returns the effect of a change on each person, without writing anything (rules/assignments 4).
 * @throws AppError as the change itself
 */
export async function previewAssignment(ctx: Context, input: PreviewAssignmentChange): Promise<AssignmentPreview> {
  const { rule, explicit } = await ruleToPreview(ctx, input);
  const { counts, weeks, trainings, total } = await previewRules(ctx, [rule], explicit, input);
  const people = trainings.map(({ user_id, full_name, department, outcome, due_on }) => ({
    user_id,
    full_name,
    department,
    outcome,
    due_on,
  }));
  return { counts, weeks, people, total };
}

async function ruleToPreview(
  ctx: Context,
  input: PreviewAssignmentChange,
): Promise<{ rule: AssignmentRule; explicit: boolean }> {
  const { pool } = ctx.db;
  if (input.change === 'create') {
    const rule = buildNewRule(ctx, input);
    await checkRule(pool, ctx, rule);
    return { rule, explicit: true };
  }
  const before = await getActiveRule(pool, ctx, input.id, false);
  await assertMayChangeRule(pool, ctx, before);
  if (input.change === 'end') {
    const ended = buildEndedRule(ctx, before);
    await assertNoSelfRelief(pool, ctx, [{ before, after: ended }]);
    return { rule: ended, explicit: false };
  }
  const rule = buildChangedRule(before, input);
  await checkRule(pool, ctx, rule, before);
  await assertNoSelfRelief(pool, ctx, [{ before, after: rule }]);
  return { rule, explicit: doesChangeAudience(before, rule) };
}
