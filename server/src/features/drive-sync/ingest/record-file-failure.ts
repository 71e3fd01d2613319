import { defineStatement } from '../../../database/statements/statement.ts';
import type { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import type { ClaimedFile } from './claim-file.ts';
import type { FileServices } from './file-services.ts';
import { releaseFile } from './complete-file.ts';
import type { Unread } from './read-content.ts';

/** Attempts before a file counts as failed, if the drive answers and other files were read in the meantime. */
const FEW = 3;

/** Attempts if no other files were read, as more than this file may be failing. Takes 40 minutes. */
const MOST = 5;

/** Seconds until the next attempt: 30 s, 2 min, 8 min, 32 min. */
const delayAfter = (attempts: number): number => 30 * 4 ** (attempts - 1);

/** Milliseconds before a failed file is retried automatically. */
const TOMORROW = 86_400_000;

const OTHERS_READ = defineStatement({
  name: 'other-drive-files-read-since',
  scope: 'tenant',
  sql: `
select 1 from drive_files where workspace_id = :workspaceId and connection_id = :connectionId and id <> :id
  and not is_folder and state in ('scanning', 'suggested', 'not_relevant', 'unchanged', 'waiting_for_key')
  and state_at > :since limit 1`,
});

/** Postpones a file that failed on its own, or returns its final state after too many attempts (rules/drives 6). */
export async function recordFileFailure(
  { db }: FileServices,
  file: ClaimedFile,
  { outcome }: DriveFailure,
): Promise<(Unread & { retryAt: Date }) | undefined> {
  const { attempts } = file;
  if (attempts < MOST && !(attempts >= FEW && (await isAlone(db.pool, file)))) {
    await releaseFile(db.pool, file, { delay: delayAfter(attempts), counts: true });
    return undefined;
  }
  return { unread: 'failed', reason: outcome, retryAt: new Date(Date.now() + TOMORROW) };
}

/** True if other files of the drive were read since the previous attempt, so that only this one fails. */
async function isAlone(pool: FileServices['db']['pool'], file: ClaimedFile): Promise<boolean> {
  const { id, workspace, connection, dueAt, attempts } = file;
  const since = new Date(dueAt.getTime() - delayAfter(attempts - 1) * 1_000);
  return (await OTHERS_READ.run(pool, { workspaceId: workspace.id, connectionId: connection.id, id, since })) > 0;
}
