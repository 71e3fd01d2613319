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
  row: z.strictObject({ startedAt: z.date().nullable(), isRunning: z.boolean(), isPicked: z.boolean() }),
  sql: `
select last.started_at as "startedAt", coalesce(last.is_running, false) as "isRunning", exists (
  select from drive_folders d where d.workspace_id = :workspaceId and d.connection_id = :id) as "isPicked"
from (select) one left join lateral (
  select w.started_at, w.finished_at is null as is_running from drive_walks w
  where w.workspace_id = :workspaceId and w.connection_id = :id and w.department_id is null
  order by w.started_at desc limit 1) last on true`,
});

/**
 * Starts a walk through everything that was picked, unless one runs or has begun within so many milliseconds. Answers
 * when the next one may begin.
 */
export async function startWalkUnless(
  ctx: Context,
  id: string,
  { cause, within }: { cause: WalkCause; within: number },
): Promise<Date> {
  const now = Date.now();
  const last = await LAST.one(ctx.db.pool, { workspaceId: ctx.workspace.id, id });
  const next = last.startedAt ? last.startedAt.getTime() + within : now;
  // What is picked later is walked through then.
  if (!last.isPicked) return new Date(now + within);
  if (last.isRunning || next > now) return new Date(Math.max(next, now));
  try {
    await inTransaction(ctx, (em) => startWalk(em, ctx, id, { cause }));
  } catch (error) {
    // It was disconnected meanwhile, or lost.
    if (!(error instanceof AppError)) throw error;
  }
  return new Date(now + within);
}
