import { MAX_MANAGERS_ABOVE_PERSON } from '@training/shared/team/team';
import { type Context, departmentLimitOf } from '../../core/context.ts';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';

/**
 * SQL conditions that cycle `e` of an active person is in scope. Statements must also require `e.counted`, which
 * implies a current cycle; requiring that as well would cost a check per row.
 */
export const CYCLE_IS_IN_SCOPE = `
e.workspace_id = :workspaceId and e.is_active
  and (:departmentId::uuid is null or e.department_id = :departmentId)
  and (:ownDepartment::uuid is null or e.department_id = :ownDepartment)
  and (:managerId::uuid is null or e.user_id = any (array(select team_of(:workspaceId, :managerId, :levels))))
  and (:moduleId::uuid is null or e.module_id = :moduleId)
  and (:courseId::uuid is null or m.course_id = :courseId)` as const;

type Scope = {
  department_id?: string | undefined;
  course_id?: string | undefined;
  module_id?: string | undefined;
  manager_id?: string | undefined;
  /** Levels of the manager's team; all by default. */
  levels?: number;
};

/** Parameters of `CYCLE_IS_IN_SCOPE`. */
export function cycleScopeParametersOf(ctx: Context, scope: Scope) {
  return {
    workspaceId: ctx.workspace.id,
    departmentId: scope.department_id ?? null,
    ownDepartment: departmentLimitOf(ctx),
    managerId: scope.manager_id ?? null,
    levels: scope.levels ?? MAX_MANAGERS_ABOVE_PERSON,
    moduleId: scope.module_id ?? null,
    courseId: scope.course_id ?? null,
  };
}

const IS_VISIBLE = defineStatement({
  name: 'is-manager-visible',
  scope: 'tenant',
  replica: true,
  row: z.strictObject({ found: z.boolean() }),
  sql: `
select exists (
  select from users where workspace_id = :workspaceId and id = :id
    and (:ownDepartment::uuid is null or department_id = :ownDepartment)) as found`,
});

/** @throws AppError `manager_not_found`, also for a person whom the caller may not see (rules/analytics 23) */
export async function assertManagerVisible(ctx: Context, { manager_id: id }: Pick<Scope, 'manager_id'>): Promise<void> {
  if (id === undefined) return;
  const asked = { workspaceId: ctx.workspace.id, id, ownDepartment: departmentLimitOf(ctx) };
  if ((await IS_VISIBLE.one(ctx.db.pool, asked)).found) return;
  throw new AppError('manager_not_found', `There is no user ${id} that you can see.`);
}
