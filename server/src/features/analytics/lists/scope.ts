import { ownDepartment, type Context } from '../../../context.ts';

/**
 * Conditions on the row `e` of a cycle of an active person: who and what is looked at. Each statement asks for
 * `e.counted` besides, which only current cycles are: asking for those as well would take a look at each row.
 */
export const IN_SCOPE = `
e.workspace_id = :workspaceId and e.is_active
  and (:departmentId::uuid is null or e.department_id = :departmentId)
  and (:ownDepartment::uuid is null or e.department_id = :ownDepartment)
  and (:moduleId::uuid is null or e.module_id = :moduleId)
  and (:courseId::uuid is null or m.course_id = :courseId)` as const;

type Scope = { department_id?: string | undefined; course_id?: string | undefined; module_id?: string | undefined };

/** The parameters of `IN_SCOPE`. */
export function scopeParameters(ctx: Context, scope: Scope) {
  return {
    workspaceId: ctx.workspace.id,
    departmentId: scope.department_id ?? null,
    ownDepartment: ownDepartment(ctx),
    moduleId: scope.module_id ?? null,
    courseId: scope.course_id ?? null,
  };
}
