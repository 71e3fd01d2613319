import type { WalkCause } from '@training/shared/drives';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { defineStatement } from '../../../database/statement.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { startWalk } from '../walks/start-walk.ts';

const LAST = defineStatement({
  name: 'last-walk-of-drive',
  scope: 'tenant',
  row: z.strictObject({ startedAt: z.date(), isRunning: z.boolean() }),
  sql: `
select started_at as "startedAt", finished_at is null as "isRunning" from drive_walks
where workspace_id = :workspaceId and connection_id = :id and department_id is null
order by started_at desc limit 1`,
});

/**
 * Starts a walk through everything, unless one runs or has begun within so many milliseconds. Answers when the next one
 * may begin.
 */
export async function startWalkUnless(
  ctx: Context,
  id: string,
  { cause, within }: { cause: WalkCause; within: number },
): Promise<Date> {
  const now = Date.now();
  const last = await LAST.first(ctx.db.pool, { workspaceId: ctx.workspace.id, id });
  const next = last ? last.startedAt.getTime() + within : now;
  if (last && (last.isRunning || next > now)) return new Date(Math.max(next, now));
  try {
    await inTransaction(ctx, (em) => startWalk(em, ctx, id, { cause }));
  } catch (error) {
    // It was disconnected meanwhile, or lost.
    if (!(error instanceof AppError)) throw error;
  }
  return new Date(now + within);
}
