import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';

const FIND_MISSING = defineStatement({
  name: 'modules-missing-before-cycle',
  scope: 'tenant',
  row: z.strictObject({ title: z.string() }),
  sql: `
select m.title from unnest(missing_modules(:workspaceId, :enrollmentId::uuid, :now::timestamptz)) k (id)
join modules m on m.workspace_id = :workspaceId and m.id = k.id order by m.title`,
});

/** Throws if a cycle isn't open yet, because a path requires other modules first. @throws AppError `module_locked` */
export async function assertPathPrerequisitesMet(
  on: StatementRunner,
  ctx: Context,
  enrollmentId: string,
): Promise<void> {
  const missing = await FIND_MISSING.all(on, { workspaceId: ctx.workspace.id, enrollmentId, now: ctx.now });
  if (missing.length === 0) return;
  const titles = missing.map(({ title }) => `“${title}”`).join(', ');
  throw new AppError('module_locked', `Complete ${titles} first. Then this module opens.`);
}
