import type { EntityManager } from '@mikro-orm/postgresql';
import type { CrawlCause, ChangeDetectionMethod } from '@training/shared/drives/drives';
import type { Context } from '../../../core/context.ts';
import { inTransaction, inPipelinedTransaction } from '../../../core/transaction.ts';
import type { StatementRunner } from '../../../database/statements/statement.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import type { Drive } from '../../../providers/drives/drive.ts';
import { drivesLiveTopicOf } from '../connection/drive-subject.ts';
import type { LoadedDriveConnection } from '../connection/open-drive.ts';
import { doesDriveStillAnswer, hasFailedLong } from '../connection/request-failures.ts';
import { type ClaimedCrawl, lockClaimedCrawl } from './claim-crawl.ts';

/** Minimum milliseconds between progress updates to open pages. */
const NOTIFY_EVERY = 1_000;

/** The context of one turn of a crawl. */
export type CrawlContext = {
  ctx: Context;
  crawl: ClaimedCrawl;
  connection: LoadedDriveConnection;
  drive: Drive;
  /** Aborts requests to the provider. */
  signal: AbortSignal;
  /** Returns true if the turn is over. */
  isOver: () => boolean;
  /** Returns true if a user or API client is waiting for a response. The crawl then slows down. */
  isBusy: () => boolean;
  /** The time of the last progress update. */
  notifiedAt: number;
};

/** Detection method for items found by a crawl. If a user caused it, they are found manually. */
const FOUND_BY: Record<CrawlCause, ChangeDetectionMethod> = {
  first: 'manual',
  manual: 'manual',
  folders: 'manual',
  reconnected: 'manual',
  night: 'night',
  poll: 'poll',
  cursor_refused: 'poll',
};

export const detectionMethodOfCrawl = ({ cause }: ClaimedCrawl): ChangeDetectionMethod => FOUND_BY[cause];

/** Returns true if a request has failed for a while although the drive answers. The crawl then continues without it. */
export async function isItemFailingForLong(
  { crawl, drive, signal }: Pick<CrawlContext, 'crawl' | 'drive' | 'signal'>,
  error: unknown,
): Promise<boolean> {
  return hasFailedLong(crawl.failingSince) && doesDriveStillAnswer(drive, error, signal, true);
}

/**
 * Extras for a transaction: `renewed` confirms the lease, which is checked in the same network packet as the first
 * statement; `last` runs the last statement together with the commit, so it must come after `renewed`.
 */
type Ends = { renewed: Promise<void>; last: StatementRunner };

/**
 * Stores an answer of the provider in one transaction while the lease is valid, and regularly publishes progress.
 * @throws LeaseLostError
 */
export async function storeCrawlStep(
  crawling: CrawlContext,
  work: (transaction: StatementRunner, now: Date, ends: Ends) => Promise<void>,
): Promise<void> {
  const { crawl } = crawling;
  const isNotifyDue = performance.now() - crawling.notifiedAt >= NOTIFY_EVERY;
  await runCrawlTransaction(crawling, { isAnswered: true }, async (transaction, ends) => {
    if (isNotifyDue) await publishTopics(transaction, drivesLiveTopicOf(crawl.workspaceId));
    await work(transaction, new Date(), ends);
  });
  crawl.failingSince = null;
  if (isNotifyDue) crawling.notifiedAt = performance.now();
}

/**
 * Works like `storeCrawlStep`, for what is rare and written by entities.
 * @throws LeaseLostError
 */
export async function storeCrawlStepByEntities(
  crawling: CrawlContext,
  work: (em: EntityManager) => Promise<void>,
): Promise<void> {
  const { ctx, crawl } = crawling;
  const isNotifyDue = performance.now() - crawling.notifiedAt >= NOTIFY_EVERY;
  await inTransaction(ctx, async (em) => {
    await lockClaimedCrawl(em, crawl, { isAnswered: true });
    if (isNotifyDue) await publishTopics(em, drivesLiveTopicOf(crawl.workspaceId));
    await work(em);
  });
  crawl.failingSince = null;
  if (isNotifyDue) crawling.notifiedAt = performance.now();
}

/**
 * Runs a transaction, and rolls it back if the lease is lost. The order of locks is connection, crawl, files, change
 * feeds.
 * @throws LeaseLostError
 */
export async function runCrawlTransaction<T>(
  { ctx, crawl }: Pick<CrawlContext, 'ctx' | 'crawl'>,
  { isAnswered }: { isAnswered: boolean },
  work: (transaction: StatementRunner, ends: Ends) => Promise<T>,
): Promise<T> {
  return inPipelinedTransaction(ctx, async (transaction, last) => {
    const renewed = lockClaimedCrawl(transaction, crawl, { isAnswered });
    const worked = work(transaction, { renewed, last });
    // Wait for all statements: they belong to this transaction.
    await Promise.allSettled([renewed, worked]);
    await renewed;
    return worked;
  });
}
