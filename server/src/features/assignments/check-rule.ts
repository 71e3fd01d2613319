import { ModuleStatus } from '@training/shared/courses/courses';
import { Role } from '@training/shared/permissions';
import { z } from 'zod';
import { type Context, isOutsideDepartment, departmentLimitOf } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { AppError, invalidFieldError } from '../../core/errors.ts';
import { doesChangeAudience, type AssignmentRule } from './assignment-rule.ts';

const Named = z.strictObject({
  module: z.strictObject({ title: z.string(), status: ModuleStatus, is_visible: z.boolean() }).nullable(),
  person: z.strictObject({ name: z.string(), role: Role, department_id: z.uuid().nullable() }).nullable(),
  department: z.string().nullable(),
  today: z.string(),
  last_day: z.string(),
});

/** SQL condition: the caller may know the module `m` of the course `c`. Drafts are their own department's. */
export const MODULE_IS_VISIBLE_TO_CALLER =
  `(m.status = 'published' or :ownDepartment::uuid is null or c.department_id is not distinct from :ownDepartment)` as const;

/** Reads what a rule names. The last possible day is ten years ahead, as far as `due_days` reaches. */
const FIND_NAMED = defineStatement({
  name: 'find-what-an-assignment-names',
  scope: 'tenant',
  row: Named,
  sql: `
select
  (select json_build_object('title', m.title, 'status', m.status, 'is_visible', ${MODULE_IS_VISIBLE_TO_CALLER})
    from modules m join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
    where m.workspace_id = :workspaceId and m.id = :moduleId) as module,
  (select json_build_object('name', full_name, 'role', role, 'department_id', department_id)
    from users where workspace_id = :workspaceId and id = :userId::uuid) as person,
  (select name from departments where workspace_id = :workspaceId and id = :departmentId::uuid) as department,
  (:now::timestamptz at time zone time_zone)::date::text as today,
  ((:now::timestamptz at time zone time_zone)::date + 3650)::text as last_day
from workspaces where id = :workspaceId`,
});

/** Names of an assignment's module and audience, for messages. */
export type RuleNames = { module: string; to: string };

/**
 * Throws unless the rule is valid: everything it names exists, the caller may assign it, and its last day is possible.
 * `before` is the rule that it replaces.
 * @throws AppError `module_not_found`, `module_state`, `user_not_found`, `department_not_found`, `forbidden`,
 *   `invalid_request`
 */
export async function checkRule(
  on: StatementRunner,
  ctx: Context,
  rule: AssignmentRule,
  before?: AssignmentRule,
): Promise<RuleNames> {
  const { module_id, user_id, department_id, role, due_on } = rule;
  const found = await FIND_NAMED.one(on, {
    workspaceId: ctx.workspace.id,
    moduleId: module_id,
    ownDepartment: departmentLimitOf(ctx),
    userId: user_id,
    departmentId: department_id,
    now: ctx.now,
  });
  const { module, person, department } = found;
  if (!module || (!before && !module.is_visible)) {
    throw new AppError('module_not_found', `There is no module ${module_id} that you can see.`);
  }
  if (!before && module.status !== 'published') {
    throw new AppError('module_state', `“${module.title}” isn’t published. Only published modules can be assigned.`);
  }
  if (user_id && !person) throw new AppError('user_not_found', `There is no user ${user_id} in this workspace.`);
  if (department_id && department === null) {
    throw new AppError('department_not_found', `There is no department ${department_id} in this workspace.`);
  }
  assertRuleWithinReach(ctx, rule, person?.department_id ?? null);
  if (person?.role === 'auditor') {
    throw invalidFieldError('to.user_id', `${person.name} is an auditor; auditors take no training`, 'auditor');
  }
  if (due_on && due_on !== before?.due_on) {
    if (due_on < found.today)
      throw invalidFieldError(
        'due_on',
        `Must not be in the past; today is ${found.today} in this workspace`,
        'day_past',
      );
    if (due_on > found.last_day)
      throw invalidFieldError('due_on', `Must not be later than ${found.last_day}`, 'day_too_late');
  }
  return { module: module.title, to: person?.name ?? department ?? `role ${role}` };
}

/**
 * Throws if the rule exceeds the caller's reach.
 * @throws AppError `forbidden` if a trainer reaches beyond their own department
 */
export function assertRuleWithinReach(ctx: Context, rule: AssignmentRule, departmentOfPerson: string | null): void {
  if (isOutsideDepartment(ctx, rule.audience === 'user' ? departmentOfPerson : rule.department_id)) {
    throw new AppError('forbidden', 'Trainers can assign only to their own department and its people.');
  }
}

/** A rule as it is stored, and as it will be. */
export type RuleChange = { before: AssignmentRule; after: AssignmentRule };

/** SQL condition: someone owes training because of the stored rule. */
const owes = (whom: string, more = '') => `
exists (
  select from rule
  join assignment_enrollments l on l.workspace_id = :workspaceId and l.assignment_id = (rule.r).id and l.removed_at is null
  join enrollments e on e.workspace_id = :workspaceId and e.id = l.enrollment_id and e.is_current
    and e.completed_at is null and e.waived_at is null
  join users u on u.workspace_id = :workspaceId and u.id = e.user_id and u.is_active and u.id ${whom} :actorId::uuid
  ${more})`;

/**
 * SQL condition: with the change, a person would no longer owe the training of the stored rule, or have more time.
 * Computed by the function that plans the change. What other assignments require is still owed.
 */
const isRelieved = (whom: string) =>
  owes(
    whom,
    `cross join lateral plan_assignments(array[rule.r], array[u.id], :now, :isForOthers) p
  cross join lateral (
    select count(*) > 0 as covers, min(coalesce(k.due_on, 'infinity')) as due_on from assignment_enrollments k
    where k.workspace_id = :workspaceId and k.enrollment_id = e.id and k.assignment_id <> (rule.r).id
      and k.removed_at is null
  ) other
  where case when p.outcome in ('lost', 'released') then not other.covers or other.due_on > coalesce(e.due_on, 'infinity')
    else least(coalesce(p.due_on, 'infinity'), other.due_on) > coalesce(e.due_on, 'infinity') end`,
  );

/** Finds out if a change relieves the caller, and others: these only if it matters, or :all is true. */
const RELIEVED = defineStatement({
  name: 'relieved-by-assignment-change',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ own: z.boolean(), others: z.boolean() }),
  sql: `
with rule as materialized (
  select r from jsonb_populate_record(null::assignments, :rule::jsonb) r where r.workspace_id = :workspaceId
)
select own, (own or :all) and ${isRelieved('<>')} as others
from (
  select case
    when not ${owes('=')} then false
    when :isForOthers and not ${owes('<>')} then true
    else ${isRelieved('=')} end as own
  offset 0
) caller`,
});

/**
 * Throws if changes or ends together would relieve only the caller, or give only them more time (rules/assignments 7).
 * Their own assignments to themselves are exempt.
 * @param changes Each rule before and after the change; the stored one is still unchanged.
 * @throws AppError `self_grading`
 */
export async function assertNoSelfRelief(
  on: StatementRunner,
  ctx: Context,
  changes: readonly RuleChange[],
): Promise<void> {
  const { workspace, actor, now } = ctx;
  if (actor.kind !== 'user') return;
  const asked = { workspaceId: workspace.id, actorId: actor.id, now, all: changes.length > 1 };
  let isRelief = false;
  for (const { before, after } of changes) {
    if (before.user_id === actor.id && before.created_by === actor.id) continue;
    const change = { rule: JSON.stringify(after), isForOthers: doesChangeAudience(before, after) };
    const { own, others } = await RELIEVED.one(on, { ...asked, ...change });
    if (others) return;
    isRelief ||= own;
  }
  if (isRelief) {
    throw new AppError('self_grading', 'Only you would owe less, or get more time. Someone else has to change this.');
  }
}
