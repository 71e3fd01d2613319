import type { NameAttempt, OwnAttempt } from '@training/shared/learning/attempts';
import { z } from 'zod';
import { actingPersonOf, type Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { readAttempt } from './read-attempt.ts';

const FIND = defineStatement({
  name: 'find-own-attempt',
  scope: 'tenant',
  row: z.strictObject({ module_id: z.string(), title: z.string(), cycle: z.int(), time_zone: z.string() }),
  sql: `
select e.module_id, t.title, e.cycle, w.time_zone
from attempts a
join enrollments e on e.workspace_id = :workspaceId and e.id = a.enrollment_id
join workspaces w on w.id = :workspaceId
join module_revisions t on t.workspace_id = :workspaceId and t.id = a.revision_id
where a.workspace_id = :workspaceId and a.id = :attemptId and e.user_id = :userId`,
});

/** Returns an attempt of the caller, from any cycle. @throws AppError `attempt_not_found` */
export async function readOwnAttempt(ctx: Context, { attempt_id: attemptId }: NameAttempt): Promise<OwnAttempt> {
  const on = ctx.transaction ?? ctx.db.pool;
  const found = await FIND.first(on, { workspaceId: ctx.workspace.id, userId: actingPersonOf(ctx).id, attemptId });
  if (!found) throw new AppError('attempt_not_found', `You have no attempt ${attemptId}. Reload the page.`);
  return { ...found, attempt: await readAttempt(on, ctx, attemptId) };
}
