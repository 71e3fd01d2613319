import type { AssignmentAudience, CreateAssignment, UpdateAssignment } from '@training/shared/assignments/assignments';
import { AssignableRole } from '@training/shared/assignments/assignments';
import { z } from 'zod';
import { type Context, actingUserIdOf } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';

/** A row of `assignments` as JSON, stored or not, which the database functions plan and apply. */
export const AssignmentRule = z.strictObject({
  workspace_id: z.uuid(),
  id: z.uuid(),
  module_id: z.uuid(),
  audience: z.enum(['user', 'department', 'role']),
  user_id: z.uuid().nullable(),
  department_id: z.uuid().nullable(),
  role: AssignableRole.nullable(),
  due_on: z.string().nullable(),
  due_days: z.int().nullable(),
  joiners: z.boolean(),
  again: z.boolean(),
  window_days: z.int(),
  version: z.int(),
  created_at: z.string(),
  created_by: z.uuid().nullable(),
  created_by_name: z.string(),
  ended_at: z.string().nullable(),
  ended_by_name: z.string().nullable(),
  request_id: z.uuid().nullable(),
});
export type AssignmentRule = z.infer<typeof AssignmentRule>;

/** Returns the audience columns. */
function audienceColumns(
  to: AssignmentAudience,
): Pick<AssignmentRule, 'audience' | 'user_id' | 'department_id' | 'role'> {
  return {
    audience: to.kind,
    user_id: to.kind === 'user' ? to.user_id : null,
    department_id: to.kind === 'department' ? to.department_id : null,
    role: to.kind === 'role' ? to.role : null,
  };
}

/** Returns the rule of a new assignment, made by a request that can be repeated if it has an id. */
export function buildNewRule(ctx: Context, input: CreateAssignment, request_id: string | null = null): AssignmentRule {
  const { workspace, actor, now } = ctx;
  const { module_id, to, due_on, due_days, joiners, again, window_days } = input;
  return {
    workspace_id: workspace.id,
    id: newId(),
    module_id,
    ...audienceColumns(to),
    due_on,
    due_days,
    joiners,
    again,
    window_days,
    version: 1,
    created_at: now.toISOString(),
    created_by: actingUserIdOf(ctx),
    created_by_name: actor.name,
    ended_at: null,
    ended_by_name: null,
    request_id,
  };
}

/** Returns the rule after an update. For another audience, it is no longer what a repeated request would make. */
export function buildChangedRule(
  before: AssignmentRule,
  { to, due_on, due_days, joiners, window_days }: UpdateAssignment,
): AssignmentRule {
  const version = before.version + 1;
  const after = { ...before, ...audienceColumns(to), due_on, due_days, joiners, window_days, version };
  return doesChangeAudience(before, after) ? { ...after, request_id: null } : after;
}

/** Returns the rule as ended by the caller, now. */
export const buildEndedRule = ({ now, actor }: Context, before: AssignmentRule): AssignmentRule => ({
  ...before,
  ended_at: now.toISOString(),
  ended_by_name: actor.name,
});

/** Returns true if the audience changes. Existing people are then assigned as by a new assignment. */
export function doesChangeAudience(before: AssignmentRule, after: AssignmentRule): boolean {
  return (['user_id', 'department_id', 'role'] as const).some((field) => before[field] !== after[field]);
}

const FIND_RULE = defineStatement({
  name: 'find-assignment-rule',
  scope: 'tenant',
  row: z.strictObject({ rule: AssignmentRule }),
  sql: 'select to_jsonb(a) as rule from assignments a where workspace_id = :workspaceId and id = :id',
});

const LOCK_RULE = defineStatement({
  name: 'lock-assignment-rule',
  scope: 'tenant',
  row: z.strictObject({ rule: AssignmentRule }),
  sql: `
select to_jsonb(a) as rule from assignments a where workspace_id = :workspaceId and id = :id for no key update`,
});

/** Returns a rule that hasn't ended. @throws AppError `assignment_not_found`; `assignment_ended` if it has ended */
export async function getActiveRule(
  on: StatementRunner,
  ctx: Context,
  id: string,
  lock: boolean,
): Promise<AssignmentRule> {
  const found = await (lock ? LOCK_RULE : FIND_RULE).first(on, { workspaceId: ctx.workspace.id, id });
  if (!found) throw new AppError('assignment_not_found', `There is no assignment ${id} in this workspace.`);
  const { ended_by_name } = found.rule;
  if (ended_by_name !== null) {
    throw new AppError('assignment_ended', `${ended_by_name} ended this assignment. Create a new one instead.`);
  }
  return found.rule;
}
