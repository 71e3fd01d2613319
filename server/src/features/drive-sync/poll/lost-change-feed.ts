import { FolderProblem } from '@training/shared/drives/drives';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { entityManager } from '../../../core/transaction.ts';
import { publish } from '../../../platform/live.ts';
import type { ChangeLog } from '../../../providers/drives/drive.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { drivesTopic } from '../connection/drives-topic.ts';
import { failsAlone } from '../connection/fails-alone.ts';
import { ChangeFeedEntity } from '../connection/change-feed.entity.ts';
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
  if (from === null) return undefined;
  const read = { workspaceId: ctx.workspace.id, connectionId: connection.id, driveId, cursor: from };
  try {
    const cursor = await provider.start(driveId || null, signal);
    // A crawl has to find what changed before.
    await entityManager(ctx).nativeUpdate(ChangeFeedEntity, read, { cursor, isBehind: true });
    return undefined;
  } catch (failure) {
    const why = await lost(failure);
    if (!why) throw failure;
    return why;
  }
}

/** Stores why a shared drive can't be read, which is shown with its picked folders; null clears it. */
export async function recordProblem(
  ctx: Context,
  connectionId: string,
  { driveId }: ReadFeed,
  problem: FolderProblem | null,
): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const other =
    problem === null ? { problem: { $ne: null } } : { $or: [{ problem: null }, { problem: { $ne: problem } }] };
  const em = entityManager(ctx);
  const noted = await em.nativeUpdate(ChangeFeedEntity, { workspaceId, connectionId, driveId, ...other }, { problem });
  if (noted > 0) await publish(em, drivesTopic(workspaceId));
}
