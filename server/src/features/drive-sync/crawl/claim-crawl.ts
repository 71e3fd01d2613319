import { raw } from '@mikro-orm/postgresql';
import { CrawlCause } from '@training/shared/drives/drives';
import { z } from 'zod';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { defineLeaseQueue } from '../../../platform/queue/define-queue.ts';
import { LEASE_FIELD_SCHEMAS, NO_LEASE_VALUES, LEASE_ID_MATCHES, secondsUntil } from '../../../platform/queue/lease.ts';
import { DriveCrawlEntity } from './crawl.entity.ts';

const Claimed = z.strictObject({
  workspaceId: z.uuid(),
  id: z.uuid(),
  connectionId: z.uuid(),
  cause: CrawlCause,
  departmentId: z.uuid().nullable(),
  startTokens: z.record(z.string(), z.string()),
  failingSince: z.date().nullable(),
  attempts: z.int(),
  ...LEASE_FIELD_SCHEMAS,
});
/** A claimed crawl. */
export type ClaimedCrawl = z.infer<typeof Claimed>;

/** Crawls to continue. A lease lasts longer than any single response may take. */
export const CRAWL_QUEUE = defineLeaseQueue({
  name: 'drive-crawls',
  table: 'drive_crawls',
  key: { workspaceId: 'workspace_id', id: 'id' },
  seconds: 90,
  isReady: `q.state = 'running'`,
  set: 'attempts = q.attempts + 1',
  isHeld: `q.state = 'running' and exists (
    select from drive_connections c
    where c.workspace_id = :workspaceId and c.id = q.connection_id and c.state in ('connected', 'degraded'))`,
  row: Claimed,
  returning: `q.workspace_id as "workspaceId", q.id, q.connection_id as "connectionId", q.cause,
  q.department_id as "departmentId", q.start_tokens as "startTokens", q.failing_since as "failingSince", q.attempts`,
});

const RESET_FAILURES = defineStatement({
  name: 'reset-failures-of-drive-crawl',
  scope: 'tenant',
  sql: `
update drive_crawls set attempts = 0, failing_since = null
where workspace_id = :workspaceId and id = :id and ${LEASE_ID_MATCHES}`,
});

/**
 * Renews the lease and locks the crawl until the transaction ends. Called first in each transaction, so that nothing is
 * written after the lease was lost or the drive disconnected. `isAnswered` resets the attempts and failures.
 * @throws LeaseLostError
 */
export async function lockClaimedCrawl(
  transaction: StatementRunner,
  crawl: ClaimedCrawl,
  { isAnswered }: { isAnswered: boolean },
): Promise<void> {
  const { workspaceId, id, leaseId } = crawl;
  const hasFailed = crawl.attempts > 0 || crawl.failingSince !== null;
  await Promise.all([
    CRAWL_QUEUE.renew(transaction, crawl),
    isAnswered && hasFailed && RESET_FAILURES.run(transaction, { workspaceId, id, leaseId }),
  ]);
  if (isAnswered) crawl.attempts = 0;
}

/** Releases the crawl. It continues when it is next in turn, but not before `notBefore`. */
export async function releaseCrawl(
  db: Database,
  { workspaceId, id, leaseId, dueAt: claimedDueAt, failingSince }: ClaimedCrawl,
  { notBefore = null, inVain = false }: { notBefore?: Date | null; inVain?: boolean } = {},
): Promise<void> {
  const next = 'case when due_at > ?::timestamptz then due_at else now() + make_interval(secs => ?) end';
  await createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).nativeUpdate(
    DriveCrawlEntity,
    { workspaceId, id, state: 'running', leaseId },
    {
      ...NO_LEASE_VALUES,
      failingSince,
      dueAt: raw(next, [claimedDueAt, notBefore ? secondsUntil(notBefore) : 0]),
      ...(!inVain && { attempts: 0 }),
    },
  );
}
