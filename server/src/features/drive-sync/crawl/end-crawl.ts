import { raw, type EntityManager, type Raw } from '@mikro-orm/postgresql';
import { entityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { publish } from '../../../platform/live.ts';
import { NO_LEASE } from '../../../platform/queue/lease.ts';
import { drivesTopic } from '../connection/drive-subject.ts';
import type { Crawl } from './claim-crawl.ts';
import {
  DriveCrawlEntity,
  DriveCrawlFolderEntity,
  DriveCrawlMissingEntity,
  DriveCrawlSeenEntity,
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
export async function endCrawlIn(em: EntityManager, running: Running, end: CrawlEnd): Promise<void> {
  const { workspaceId, id: crawlId } = running;
  const finished = { finishedAt: raw('now()'), ...end, dueAt: null, ...NO_LEASE };
  const ended = await em.nativeUpdate(DriveCrawlEntity, { ...running, state: 'running' }, finished);
  if (ended === 0) return;
  await em.nativeDelete(DriveCrawlSeenEntity, { workspaceId, crawlId });
  await em.nativeDelete(DriveCrawlMissingEntity, { workspaceId, crawlId });
  await em.nativeDelete(DriveCrawlFolderEntity, { workspaceId, crawlId });
}

/** Ends a claimed crawl and deletes its queue. */
export function endCrawl(
  db: Database,
  { workspaceId, id, leaseId }: Crawl,
  state: 'failed' | 'stopped',
  reason: CrawlReason,
): Promise<void> {
  return entityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
    await endCrawlIn(em, { workspaceId, id, leaseId }, { state, reason });
    await publish(em, drivesTopic(workspaceId));
  });
}

/** Completes a crawl, in a transaction that has locked it. */
export async function endClaimedCrawl(em: EntityManager, { workspaceId, id }: Crawl): Promise<void> {
  await endCrawlIn(em, { workspaceId, id }, { state: 'done', missing: 0 });
  await publish(em, drivesTopic(workspaceId));
}
