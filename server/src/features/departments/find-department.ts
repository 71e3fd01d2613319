import type { Context } from '../../core/context.ts';
import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { listDepartments } from './departments.ts';

const FIND_DEPARTMENT = defineStatement({
  name: 'find-department',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from departments
where workspace_id = :workspaceId and (id::text = lower(:idOrName) or lower(name) = lower(:idOrName))
order by id::text = lower(:idOrName) desc limit 1`,
});

/**
 * Finds a department by its id or name, for the operator (rules/operation 8).
 * @throws AppError `department_not_found`, listing existing ones
 */
export async function findDepartmentId(ctx: Context, idOrName: string): Promise<string> {
  const named = { workspaceId: ctx.workspace.id, idOrName: idOrName.trim() };
  const found = await FIND_DEPARTMENT.first(ctx.db.pool, named);
  if (found) return found.id;
  const names = (await listDepartments(ctx)).map(({ name }) => name);
  throw new AppError(
    'department_not_found',
    names.length === 0
      ? `There is no department “${idOrName}”, nor any other: make one with “department create”.`
      : `There is no department “${idOrName}”; there are: ${names.slice(0, 60).join(', ')}.`,
  );
}
