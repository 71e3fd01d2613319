import { FolderProblem } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import type { ChangeLog } from '../../../providers/drives/drive.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { drivesTopic } from '../connection/drives-topic.ts';
import { failsAlone } from '../connection/fails-alone.ts';
import type { DriveReader } from './upsert-with-ancestors.ts';

export const ReadFeed = z.strictObject({
  driveId: z.string(),
  cursor: z.string().nullable(),
  isBehind: z.boolean(),
  /** True if its shared drive couldn't be read last time. */
  isLost: z.boolean(),
});
/** A change log as loaded, before it is read. */
export type ReadFeed = z.infer<typeof ReadFeed>;

/** Moves the cursor to the present. A crawl has to find what changed before it. */
const BEGIN_ANEW = defineStatement({
  name: 'begin-log-of-drive-anew',
  scope: 'tenant',
  sql: `
update drive_change_feeds set cursor = :to, is_behind = true
where workspace_id = :workspaceId and connection_id = :id and drive_id = :driveId and cursor = :from`,
});

const RECORD_PROBLEM = defineStatement({
  name: 'record-problem-of-change-feed',
  scope: 'tenant',
  sql: `
update drive_change_feeds set problem = :problem
where workspace_id = :workspaceId and connection_id = :id and drive_id = :driveId
  and problem is distinct from :problem::text`,
});

type Of = { workspaceId: string; id: string };

/**
 * Handles a change log that couldn't be read. A refused cursor is replaced with the current one at once, so that a
 * crawl only has to find older changes. A shared drive that the account can't see any more, or whose log fails while
 * the drive answers, may come back: its cursor and the other logs stay as they are, and the problem is returned.
 * @throws DriveFailure if the whole drive failed
 */
export async function findLoss(
  { ctx, connection, drive, signal }: DriveReader,
  provider: ChangeLog,
  { driveId, cursor: from }: ReadFeed,
  error: DriveFailure,
): Promise<FolderProblem | undefined> {
  const lost = async (failure: unknown): Promise<FolderProblem | undefined> => {
    if (driveId === '' || !(failure instanceof DriveFailure)) return undefined;
    const problem = FolderProblem.safeParse(failure.outcome).data;
    return problem !== 'unavailable' || (await failsAlone(drive, failure, signal)) ? problem : undefined;
  };
  const problem = await lost(error);
  if (problem) return problem;
  if (error.outcome !== 'cursor_refused') throw error;
  const of = { workspaceId: ctx.workspace.id, id: connection.id };
  try {
    const to = await provider.start(driveId || null, signal);
    await BEGIN_ANEW.run(ctx.db.pool, { ...of, driveId, from, to });
    return undefined;
  } catch (failure) {
    const why = await lost(failure);
    if (!why) throw failure;
    return why;
  }
}

/** Stores why a shared drive can't be read, which is shown with its picked folders; null clears it. */
export async function recordProblem(
  on: Runner,
  of: Of,
  { driveId }: ReadFeed,
  problem: FolderProblem | null,
): Promise<void> {
  const noted = await RECORD_PROBLEM.run(on, { ...of, driveId, problem });
  if (noted > 0) await publish(on, drivesTopic(of.workspaceId));
}
