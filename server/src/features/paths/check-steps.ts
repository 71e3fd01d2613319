import type { LearningPathStep } from '@training/shared/paths/paths';
import { ModuleStatus } from '@training/shared/courses/courses';
import { z } from 'zod';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { MODULE_IS_VISIBLE_TO_CALLER } from '../assignments/check-rule.ts';

const FIND = defineStatement({
  name: 'find-what-a-path-names',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({
    has_department: z.boolean(),
    modules: z.array(
      z.strictObject({ id: z.uuid(), title: z.string(), status: ModuleStatus, is_visible: z.boolean() }),
    ),
  }),
  sql: `
select :departmentId::uuid is null or exists (
    select from departments where workspace_id = :workspaceId and id = :departmentId) as has_department,
  coalesce((
    select json_agg(json_build_object('id', m.id, 'title', m.title, 'status', m.status, 'is_visible', ${MODULE_IS_VISIBLE_TO_CALLER}))
    from modules m join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
    where m.workspace_id = :workspaceId and m.id = any (:moduleIds::uuid[])), '[]') as modules`,
});

/**
 * Throws unless the path's department exists and each module that is new in it is published. Modules that were in it
 * `before` may stay. Returns all titles by id.
 * @throws AppError `department_not_found`, `module_not_found`, `module_state`
 */
export async function checkPathModules(
  on: StatementRunner,
  ctx: Context,
  steps: readonly LearningPathStep[],
  departmentId: string | null | undefined,
  before: readonly LearningPathStep[] = [],
): Promise<Map<string, string>> {
  const kept = new Set(before.map(({ module_id }) => module_id));
  const moduleIds = [...new Set([...kept, ...steps.map(({ module_id }) => module_id)])];
  const { has_department, modules } = await FIND.one(on, {
    workspaceId: ctx.workspace.id,
    ownDepartment: departmentLimitOf(ctx),
    departmentId: departmentId ?? null,
    moduleIds,
  });
  if (!has_department)
    throw new AppError('department_not_found', `There is no department ${departmentId} in this workspace.`);
  const found = new Map(modules.map((module) => [module.id, module]));
  for (const { module_id } of steps.filter((step) => !kept.has(step.module_id))) {
    const module = found.get(module_id);
    if (!module?.is_visible) {
      throw new AppError('module_not_found', `There is no module ${module_id} that you can see.`);
    }
    if (module.status !== 'published') {
      throw new AppError('module_state', `“${module.title}” isn’t published. A path holds published modules only.`);
    }
  }
  return new Map(modules.map(({ id, title }) => [id, title]));
}
