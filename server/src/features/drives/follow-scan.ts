import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';

const Progress = z.strictObject({
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  reason: z.string().nullable(),
  /** Files found by the crawl. */
  files: z.int(),
  /** Suggestions made from the drive’s files since the crawl began. */
  suggestions: z.int(),
  /** Files of the drive still to be read. */
  waiting: z.int(),
  /** Texts of the drive being scanned or waiting to be. */
  scanning: z.int(),
});
type ScanProgress = z.infer<typeof Progress>;

const PROGRESS = defineStatement({
  name: 'follow-drive-scan',
  scope: 'tenant',
  unprepared: true,
  row: Progress,
  sql: `
select v.state, v.reason, v.files, (
    select count(*)::integer from suggestions s
    join drive_files f on f.workspace_id = :workspaceId and f.id = s.drive_file_id and f.connection_id = v.connection_id
    where s.workspace_id = :workspaceId and s.created_at >= v.started_at) as suggestions, (
    select count(*)::integer from drive_files f
    where f.workspace_id = :workspaceId and f.connection_id = v.connection_id and not f.is_folder
      and (f.due_at is not null or f.state = 'fetching')) as waiting, (
    select count(*)::integer from drive_files f
    where f.workspace_id = :workspaceId and f.connection_id = v.connection_id and not f.is_folder
      and f.state = 'scanning') as scanning
from drive_crawls v where v.workspace_id = :workspaceId and v.id = :id`,
});

/** Milliseconds between checks. */
const EVERY = 300;

/**
 * Waits until a scan has ended and all its files are handled, or until there was no progress for `patience`
 * milliseconds, because only a server runs AI jobs. Returns the progress.
 */
export async function followScan({ db, workspace }: Context, id: string, patience: number): Promise<ScanProgress> {
  let last = '';
  let movedAt = performance.now();
  for (;;) {
    const progress = await PROGRESS.one(db.pool, { workspaceId: workspace.id, id });
    if (progress.state !== 'running' && progress.waiting + progress.scanning === 0) return progress;
    const now = JSON.stringify(progress);
    if (now !== last) movedAt = performance.now();
    else if (performance.now() - movedAt > patience) return progress;
    last = now;
    await sleep(EVERY);
  }
}
