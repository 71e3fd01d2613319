import { DriveKind, type CrawlCause } from '@training/shared/drives/drives';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { startCrawl } from '../crawl/start-crawl.ts';

const LAST = defineStatement({
  name: 'last-crawl-of-drive',
  scope: 'tenant',
  row: z.strictObject({
    startedAt: z.date().nullable(),
    isRunning: z.boolean(),
    isPicked: z.boolean(),
    kind: DriveKind,
    appId: z.string(),
    push: z.string(),
  }),
  sql: `
select last.started_at as "startedAt", coalesce(last.is_running, false) as "isRunning", exists (
  select from drive_folders d where d.workspace_id = :workspaceId and d.connection_id = :id) as "isPicked",
  c.kind, c.app_id as "appId", c.push
from drive_connections c left join lateral (
  select w.started_at, w.finished_at is null as is_running from drive_crawls w
  where w.workspace_id = :workspaceId and w.connection_id = :id and w.department_id is null
  order by w.started_at desc limit 1) last on true
where c.workspace_id = :workspaceId and c.id = :id`,
});

const CONNECTED_SINCE = defineStatement({
  name: 'long-connection-made-since',
  scope: 'global',
  sql: `select 1 from directory.lark_connections where kind = :kind and app_id = :appId and connected_at > :since`,
});

/**
 * Milliseconds between crawls if the long connection was reopened since the last crawl began, as events may have been
 * missed.
 */
const AFTER_CONNECTING = 60_000;

/** Milliseconds to wait while a crawl is running. */
const WHILE_RUNNING = 10_000;

/**
 * Starts a crawl of all picked folders, unless one is running or began less than `within` milliseconds ago. The wait is
 * shorter if a long connection may have missed events. Returns when the next crawl may begin.
 */
export async function startCrawlIfDue(
  ctx: Context,
  id: string,
  { cause, within }: { cause: CrawlCause; within: number },
): Promise<Date> {
  const now = Date.now();
  const last = await LAST.one(ctx.db.pool, { workspaceId: ctx.workspace.id, id });
  const { kind, appId, push, startedAt: since } = last;
  const mayHaveMissed =
    since !== null &&
    push === 'long_connection' &&
    (await CONNECTED_SINCE.run(ctx.db.pool, { kind, appId, since })) > 0;
  const between = mayHaveMissed ? Math.min(within, AFTER_CONNECTING) : within;
  const next = since ? since.getTime() + between : now;
  // Nothing is picked. Picking a folder starts its own crawl.
  if (!last.isPicked) return new Date(now + within);
  if (last.isRunning) return new Date(Math.max(next, now + WHILE_RUNNING));
  if (next > now) return new Date(next);
  try {
    await inTransaction(ctx, (em) => startCrawl(em, ctx, id, { cause }));
  } catch (error) {
    // The drive was disconnected or lost access in the meantime.
    if (!(error instanceof AppError)) throw error;
  }
  return new Date(now + within);
}
