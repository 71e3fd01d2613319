import type { Context } from '../../context.ts';
import { read } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { listDepartments } from './departments.ts';

const FIND = {
  name: 'find-department',
  text: `select id from departments where workspace_id = $1 and (id::text = lower($2) or lower(name) = lower($2))
    order by id::text = lower($2) desc limit 1`,
};

/**
 * The id of a department that the operator names by its id or its name (decisions §12).
 * @throws AppError `department_not_found`, naming those that there are
 */
export async function findDepartmentId(ctx: Context, idOrName: string): Promise<string> {
  const [found] = await read<{ id: string }>(ctx.db, FIND, [ctx.workspace.id, idOrName.trim()]);
  if (found) return found.id;
  const names = (await listDepartments(ctx)).map(({ name }) => name);
  throw new AppError(
    'department_not_found',
    names.length === 0
      ? `There is no department “${idOrName}”, nor any other: make one with “department create”.`
      : `There is no department “${idOrName}”; there are: ${names.slice(0, 60).join(', ')}.`,
  );
}
