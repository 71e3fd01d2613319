import type { FoundBy, WalkCause } from '@training/shared/drives';
import type { Context } from '../../../context.ts';
import type { Runner } from '../../../database/statement.ts';
import { pipelinedTransaction } from '../../../database/transaction.ts';
import { publish } from '../../../platform/live.ts';
import type { Drive } from '../../../providers/drives/drive.ts';
import type { DriveConnection } from '../connections/open-drive.ts';
import { drivesTopic } from '../drives-topic.ts';
import { lockClaimedCrawl, type Crawl } from './claim-crawl.ts';

/** Pages hear of progress at most so often, in milliseconds. */
const TELL_EVERY = 1_000;

/** A turn at a walk. */
export type CrawlContext = {
  ctx: Context;
  walk: Crawl;
  connection: DriveConnection;
  drive: Drive;
  /** Ends whatever is asked of the provider. */
  signal: AbortSignal;
  /** Whether it is the turn of others. */
  isOver: () => boolean;
  /** Whether somebody waits for an answer of ours: a walk gives way to them. */
  isBusy: () => boolean;
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

export const detectedBy = ({ cause }: Crawl): FoundBy => FOUND_BY[cause];

/**
 * What a step may use besides its transaction: whether the walk is still ours, which is asked in the same packet as its
 * first statement, and the place of its last one, which takes the commit along and so comes after `kept`.
 */
type Ends = { kept: Promise<void>; last: Runner };

/**
 * Writes what the provider has answered, in one transaction, for as long as the walk is ours, and has pages told of it
 * now and then.
 * @throws CrawlLost
 */
export async function step(
  walking: CrawlContext,
  work: (transaction: Runner, now: Date, ends: Ends) => Promise<void>,
): Promise<void> {
  const { walk } = walking;
  const isTold = performance.now() - walking.told >= TELL_EVERY;
  await write(walking, { isAnswered: true }, async (transaction, ends) => {
    if (isTold) await publish(transaction, drivesTopic(walk.workspaceId));
    await work(transaction, new Date(), ends);
  });
  walk.failingSince = null;
  if (isTold) walking.told = performance.now();
}

/**
 * Writes in one transaction, which is rolled back where the walk is not ours any more. What it locks before the walk
 * stands first: whoever locks several goes from the connection of a drive to its walk, its files and its logs.
 * @throws CrawlLost
 */
export async function write<T>(
  { ctx, walk }: Pick<CrawlContext, 'ctx' | 'walk'>,
  { isAnswered, first }: { isAnswered: boolean; first?: (transaction: Runner) => Promise<unknown> },
  work: (transaction: Runner, ends: Ends) => Promise<T>,
): Promise<T> {
  let leasedUntil = walk.leasedUntil;
  const written = await pipelinedTransaction(ctx, async (transaction, last) => {
    const locked = first?.(transaction);
    const kept = lockClaimedCrawl(transaction, walk, { isAnswered }).then((until) => {
      leasedUntil = until;
    });
    const worked = work(transaction, { kept, last });
    // Whatever is under way belongs to this transaction, which ends once all of it has.
    await Promise.allSettled([locked, kept, worked]);
    await locked;
    await kept;
    return worked;
  });
  walk.leasedUntil = leasedUntil;
  return written;
}
