import { defineStatement } from '../../../database/statement.ts';
import type { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import type { ClaimedFile } from './claim-file.ts';
import type { FileServices } from './file-services.ts';
import { releaseFile } from './complete-file.ts';
import type { Unread } from './read-content.ts';

/** A file that fails while its drive answers is failed after so many misses, where others of the drive were read. */
const FEW = 3;

/** Where nothing else was read meanwhile, it may be more than the file that fails: it is tried for 40 minutes. */
const MOST = 5;

/** Seconds until the next try: half a minute, two minutes, eight, half an hour. */
const delayAfter = (attempts: number): number => 30 * 4 ** (attempts - 1);

/** When a failed file is tried again by itself, in milliseconds. */
const TOMORROW = 86_400_000;

const OTHERS_READ = defineStatement({
  name: 'other-drive-files-read-since',
  scope: 'tenant',
  sql: `
select 1 from drive_files where workspace_id = :workspaceId and connection_id = :connectionId and id <> :id
  and not is_folder and state in ('scanning', 'suggested', 'not_relevant', 'unchanged', 'waiting_for_key')
  and state_at > :since limit 1`,
});

/** What a file becomes that has failed too often by itself, or undefined once it was put off (rules/drives 6). */
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

/** Whether others of the drive were read since the try before. */
async function isAlone(pool: FileServices['db']['pool'], file: ClaimedFile): Promise<boolean> {
  const { id, workspace, connection, dueAt, attempts } = file;
  const since = new Date(dueAt.getTime() - delayAfter(attempts - 1) * 1_000);
  return (await OTHERS_READ.run(pool, { workspaceId: workspace.id, connectionId: connection.id, id, since })) > 0;
}
