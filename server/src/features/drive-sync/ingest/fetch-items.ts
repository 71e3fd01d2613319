import type { Context } from '../../../core/context.ts';
import type { StatementRunner } from '../../../database/statements/statement.ts';
import { type Drive, DriveError, type DriveItem, type DriveFolderRef } from '../../../providers/drives/drive.ts';
import { doesDriveStillAnswer, probeForDriveWideFailure } from '../connection/request-failures.ts';
import { markRequestedItemsMissing } from './mark-items-missing.ts';

/** Items requested at once. */
const AT_ONCE = 8;

type Fetching = {
  ctx: Pick<Context, 'db'>;
  drive: Drive;
  signal: AbortSignal;
  renewLease: (on: StatementRunner) => Promise<void>;
  /** True if limited items are left to the next crawl. */
  isLong?: boolean;
};

/**
 * Result of requesting one item: it exists, it is gone, or it can't be read. Neither `item` nor `missing` is set if the
 * provider fails for this item alone; then the item stays as it was until the next crawl.
 */
export type ItemFetchResult = { id: string; item: DriveItem | undefined; missing: 'gone' | 'unreadable' | undefined };

/** Returns what a failure says of the item itself. */
function missingBy(error: unknown): ItemFetchResult['missing'] {
  if (!(error instanceof DriveError)) return undefined;
  return error.outcome === 'not_found' ? 'gone' : error.outcome === 'forbidden' ? 'unreadable' : undefined;
}

/** Failures of items while the drive answers, after which no others are requested. */
const MOST_FAILURES = 3;

/**
 * Requests items one by one, several at once. Stops at the first failure of the drive as a whole, or the third of items
 * alone, and returns it with what answered.
 */
export async function fetchItems(
  { ctx, drive, signal, renewLease, isLong }: Fetching,
  refs: readonly DriveFolderRef[],
): Promise<{ asked: ItemFetchResult[]; failure: unknown }> {
  async function ask(ref: DriveFolderRef): Promise<ItemFetchResult> {
    try {
      const item = await drive.get(ref, signal).catch(async (error: unknown) => {
        if (missingBy(error) === undefined && (await doesDriveStillAnswer(drive, error, signal))) {
          return drive.get(ref, signal);
        }
        throw error;
      });
      return { id: ref.id, item, missing: item ? undefined : 'gone' };
    } catch (error) {
      const missing = missingBy(error);
      if (missing || (await doesDriveStillAnswer(drive, error, signal, isLong))) {
        return { id: ref.id, item: undefined, missing };
      }
      throw error;
    }
  }
  const asked: ItemFetchResult[] = [];
  let failures = 0;
  let failure: unknown;
  for (let at = 0; at < refs.length; at += AT_ONCE) {
    if (at > 0) await renewLease(ctx.db.pool);
    const answers = await Promise.allSettled(refs.slice(at, at + AT_ONCE).map(ask));
    asked.push(...answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])));
    const failed = answers.filter((answer) => answer.status === 'rejected');
    if (failed.length === 0) continue;
    failure = failed.find(({ reason }) => !(reason instanceof DriveError))?.reason ?? failed[0]?.reason;
    failures += failed.length;
    if (failures >= MOST_FAILURES || !(failure instanceof DriveError)) break;
    if (signal.aborted || (await probeForDriveWideFailure(drive, failure, signal))) break;
  }
  return { asked, failure };
}

/** Marks the missing items as gone or unreadable. */
export async function markUnfetchableItems(
  on: StatementRunner,
  { ctx, connection }: { ctx: Pick<Context, 'workspace' | 'now'>; connection: { id: string } },
  asked: readonly ItemFetchResult[],
): Promise<void> {
  for (const state of ['gone', 'unreadable'] as const) {
    const ids = asked.flatMap(({ id, missing }) => (missing === state ? [id] : []));
    if (ids.length > 0) await markRequestedItemsMissing(on, ctx, connection, ids, state);
  }
}
