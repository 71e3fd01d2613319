import { FolderProblem } from '@training/shared/drives';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';
import { publish } from '../../../platform/live.ts';
import type { ChangeLog } from '../../../providers/drives/drive.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { drivesTopic } from '../drives-topic.ts';
import type { DriveReader } from './upsert-with-ancestors.ts';

export const ReadFeed = z.strictObject({
  driveId: z.string(),
  cursor: z.string().nullable(),
  isBehind: z.boolean(),
  /** Whether its shared drive could not be read before. */
  isLost: z.boolean(),
});
/** A list of changes as it was when it was looked up to be read. */
export type ReadFeed = z.infer<typeof ReadFeed>;

/** The next cursor goes on from now; what changed before it, a walk has to find. */
const BEGIN_ANEW = defineStatement({
  name: 'begin-log-of-drive-anew',
  scope: 'tenant',
  sql: `
update drive_logs set cursor = :to, is_behind = true
where workspace_id = :workspaceId and connection_id = :id and drive_id = :driveId and cursor = :from`,
});

const NOTE_PROBLEM = defineStatement({
  name: 'note-problem-of-drive-log',
  scope: 'tenant',
  sql: `
update drive_logs set problem = :problem
where workspace_id = :workspaceId and connection_id = :id and drive_id = :driveId
  and problem is distinct from :problem::text`,
});

type Of = { workspaceId: string; id: string };

/**
 * What became of a log that could not be read. A place that is refused is left for the present one, at once, so that
 * only what is before it has to be walked through. A shared drive that the account does not see any more leaves the
 * other logs, and its own place, as they are: it may come back.
 * @throws DriveFailure of the drive as a whole
 */
export async function findLoss(
  { ctx, connection, signal }: DriveReader,
  provider: ChangeLog,
  { driveId, cursor: from }: ReadFeed,
  error: DriveFailure,
): Promise<FolderProblem | undefined> {
  const lost = (failure: unknown) =>
    driveId !== '' && failure instanceof DriveFailure
      ? FolderProblem.exclude(['unavailable']).safeParse(failure.outcome).data
      : undefined;
  const problem = lost(error);
  if (problem) return problem;
  if (error.outcome !== 'cursor_refused') throw error;
  const of = { workspaceId: ctx.workspace.id, id: connection.id };
  try {
    const to = await provider.start(driveId || null, signal);
    await BEGIN_ANEW.run(ctx.db.pool, { ...of, driveId, from, to });
    return undefined;
  } catch (failure) {
    const why = lost(failure);
    if (!why) throw failure;
    return why;
  }
}

/** Notes why a shared drive cannot be read, which its picked folders then say, or that it can. */
export async function recordProblem(
  on: Runner,
  of: Of,
  { driveId }: ReadFeed,
  problem: FolderProblem | null,
): Promise<void> {
  const noted = await NOTE_PROBLEM.run(on, { ...of, driveId, problem });
  if (noted > 0) await publish(on, drivesTopic(of.workspaceId));
}
