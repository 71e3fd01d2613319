import type { DriveRef, StartedDriveScan } from '@training/shared/drives/drive-summaries';
import { z } from 'zod';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { driveAuditSubjectOf } from '../drive-sync/connection/drive-subject.ts';
import { startCrawl } from '../drive-sync/crawl/start-crawl.ts';
import { reconnectNeededError } from './drive-requests.ts';
import { driveNotFoundError, lockDriveConnection } from './get-drive-connection.ts';
import { setTimeout as sleep } from 'node:timers/promises';

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
export async function waitForScan({ db, workspace }: Context, id: string, patience: number): Promise<ScanProgress> {
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

const COUNT_FOLDERS = defineStatement({
  name: 'count-drive-folders-in-view',
  scope: 'tenant',
  row: z.strictObject({ folders: z.int() }),
  sql: `
select count(*)::integer as folders from drive_folders
where workspace_id = :workspaceId and connection_id = :id
  and (:departmentId::uuid is null or department_id = :departmentId)`,
});

/**
 * Starts a crawl of all picked folders now, or of a trainer's department's folders. Only one can run at a time.
 * @throws AppError `drive_not_found`, `drive_reconnect_needed`, `drive_scan_running`; `incomplete` without folders
 */
export function startDriveScan(ctx: Context, { id }: DriveRef): Promise<StartedDriveScan> {
  const workspaceId = ctx.workspace.id;
  const departmentId = departmentLimitOf(ctx);
  return inTransaction(ctx, async (em) => {
    const drive = await lockDriveConnection(em, workspaceId, id);
    const { folders } = await COUNT_FOLDERS.one(em, { workspaceId, id, departmentId });
    // Trainers can't see drives without folders of their department.
    if (folders === 0 && departmentId !== null) throw driveNotFoundError(id);
    if (drive.state === 'disconnected' || drive.state === 'reconnect_needed') throw reconnectNeededError();
    if (folders === 0) throw new AppError('incomplete', 'No folders are chosen yet. Choose folders first.');
    const asked = { cause: 'manual', departmentId, requestedByName: ctx.actor.name } as const;
    const scan_id = await startCrawl(em, ctx, id, asked);
    await recordEvent(em, ctx, { action: 'drive.scan_started', subject: driveAuditSubjectOf(drive) });
    return { scan_id };
  });
}
