import type { FoundBy, WalkCause } from '@training/shared/drives';
import type { Context } from '../../../context.ts';
import type { Runner } from '../../../database/statement.ts';
import { inPipeline } from '../../../database/transaction.ts';
import { publish } from '../../../platform/live.ts';
import type { Drive } from '../../../providers/drives/drive.ts';
import type { DriveConnection } from '../connections/open-drive.ts';
import { drivesTopic } from '../drives-topic.ts';
import { keepWalk, type Walk } from './claim-walk.ts';

/** Pages hear of progress at most so often, in milliseconds. */
const TELL_EVERY = 1_000;

/** A turn at a walk. */
export type Walking = {
  ctx: Context;
  walk: Walk;
  connection: DriveConnection;
  drive: Drive;
  /** Ends whatever is asked of the provider. */
  signal: AbortSignal;
  /** Whether it is the turn of others. */
  isOver: () => boolean;
  /** When pages were told last. */
  told: number;
};

/** How what a walk comes across was found; what somebody has asked for is found by hand. */
const FOUND_BY: Record<WalkCause, FoundBy> = {
  first: 'manual',
  manual: 'manual',
  folders: 'manual',
  reconnected: 'manual',
  night: 'night',
  poll: 'poll',
  cursor_refused: 'poll',
};

export const foundBy = ({ cause }: Walk): FoundBy => FOUND_BY[cause];

/**
 * Writes what the provider has answered, in one transaction, for as long as the walk is ours, and has pages told of it now
 * and then.
 * @throws WalkLost
 */
export async function step(walking: Walking, work: (transaction: Runner, now: Date) => Promise<void>): Promise<void> {
  const { walk } = walking;
  const isTold = performance.now() - walking.told >= TELL_EVERY;
  await write(walking, { isAnswered: true }, async (transaction) => {
    await work(transaction, new Date());
    if (isTold) await publish(transaction, drivesTopic(walk.workspaceId));
  });
  walk.failingSince = null;
  if (isTold) walking.told = performance.now();
}

/**
 * Writes in one transaction, for as long as the walk is ours.
 * @throws WalkLost
 */
export async function write<T>(
  { ctx, walk }: Pick<Walking, 'ctx' | 'walk'>,
  { isAnswered }: { isAnswered: boolean },
  work: (transaction: Runner) => Promise<T>,
): Promise<T> {
  let leasedUntil = walk.leasedUntil;
  const written = await inPipeline(ctx, async (transaction) => {
    leasedUntil = await keepWalk(transaction, walk, { isAnswered });
    return work(transaction);
  });
  walk.leasedUntil = leasedUntil;
  return written;
}
