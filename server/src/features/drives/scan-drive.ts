import type { NameDrive, StartedScan } from '@training/shared/drives/drive-cards';
import { z } from 'zod';
import { ownDepartment, type Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { driveSubject } from '../drive-sync/connection/drive-subject.ts';
import { startCrawl } from '../drive-sync/crawl/start-crawl.ts';
import { reconnectNeeded } from './fetch-from-drive.ts';
import { driveNotFound, lockConnection } from './find-drive.ts';

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
export function scanDrive(ctx: Context, { id }: NameDrive): Promise<StartedScan> {
  const workspaceId = ctx.workspace.id;
  const departmentId = ownDepartment(ctx);
  return inTransaction(ctx, async (em) => {
    const drive = await lockConnection(em, workspaceId, id);
    const { folders } = await COUNT_FOLDERS.one(em, { workspaceId, id, departmentId });
    // Trainers can't see drives without folders of their department.
    if (folders === 0 && departmentId !== null) throw driveNotFound(id);
    if (drive.state === 'disconnected' || drive.state === 'reconnect_needed') throw reconnectNeeded();
    if (folders === 0) throw new AppError('incomplete', 'No folders are chosen yet. Choose folders first.');
    const asked = { cause: 'manual', departmentId, requestedByName: ctx.actor.name } as const;
    const scan_id = await startCrawl(em, ctx, id, asked);
    await recordEvent(em, ctx, { action: 'drive.scan_started', subject: driveSubject(drive) });
    return { scan_id };
  });
}
