import { raw, type EntityManager, type Raw } from '@mikro-orm/postgresql';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { NO_LEASE_VALUES } from '../../../platform/queue/lease.ts';
import { drivesLiveTopicOf } from '../connection/drive-subject.ts';
import type { ClaimedCrawl } from './claim-crawl.ts';
import {
  DriveCrawlEntity,
  DriveCrawlFolderEntity,
  DriveCrawlMissingItemEntity,
  DriveCrawlUnchangedFilesEntity,
} from './crawl.entity.ts';

/** The reason why a crawl ended early. */
type CrawlReason = 'access_lost' | 'unavailable' | 'quota' | 'error' | 'disconnected' | 'superseded';

/** A running crawl; with a lease, only while that is ours. */
type Running = { workspaceId: string; id: string; leaseId?: string };

type CrawlEnd = {
  state: 'done' | 'failed' | 'stopped';
  reason?: CrawlReason;
  finishedAt?: Date | Raw;
  missing?: number;
};

/** Ends a crawl that is still running and deletes its queue, in the caller's transaction. */
export async function endCrawlInTransaction(em: EntityManager, running: Running, end: CrawlEnd): Promise<void> {
  const { workspaceId, id: crawlId } = running;
  const finished = { finishedAt: raw('now()'), ...end, dueAt: null, ...NO_LEASE_VALUES };
  const ended = await em.nativeUpdate(DriveCrawlEntity, { ...running, state: 'running' }, finished);
  if (ended === 0) return;
  await em.nativeDelete(DriveCrawlUnchangedFilesEntity, { workspaceId, crawlId });
  await em.nativeDelete(DriveCrawlMissingItemEntity, { workspaceId, crawlId });
  await em.nativeDelete(DriveCrawlFolderEntity, { workspaceId, crawlId });
}

/** Ends a claimed crawl and deletes its queue. */
export function endCrawlEarly(
  db: Database,
  { workspaceId, id, leaseId }: ClaimedCrawl,
  state: 'failed' | 'stopped',
  reason: CrawlReason,
): Promise<void> {
  return createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
    await endCrawlInTransaction(em, { workspaceId, id, leaseId }, { state, reason });
    await publishTopics(em, drivesLiveTopicOf(workspaceId));
  });
}

/** Completes a crawl, in a transaction that has locked it. */
export async function completeLockedCrawl(em: EntityManager, { workspaceId, id }: ClaimedCrawl): Promise<void> {
  await endCrawlInTransaction(em, { workspaceId, id }, { state: 'done', missing: 0 });
  await publishTopics(em, drivesLiveTopicOf(workspaceId));
}
