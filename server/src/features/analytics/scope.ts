import { ownDepartment, type Context } from '../../core/context.ts';

/**
 * SQL conditions that cycle `e` of an active person is in scope. Statements must also require `e.counted`, which
 * implies a current cycle; requiring that as well would cost a check per row.
 */
export const IN_SCOPE = `
e.workspace_id = :workspaceId and e.is_active
  and (:departmentId::uuid is null or e.department_id = :departmentId)
  and (:ownDepartment::uuid is null or e.department_id = :ownDepartment)
  and (:moduleId::uuid is null or e.module_id = :moduleId)
  and (:courseId::uuid is null or m.course_id = :courseId)` as const;

type Scope = { department_id?: string | undefined; course_id?: string | undefined; module_id?: string | undefined };

/** Parameters of `IN_SCOPE`. */
export function scopeParameters(ctx: Context, scope: Scope) {
  return {
    workspaceId: ctx.workspace.id,
    departmentId: scope.department_id ?? null,
    ownDepartment: ownDepartment(ctx),
    moduleId: scope.module_id ?? null,
    courseId: scope.course_id ?? null,
  };
}
