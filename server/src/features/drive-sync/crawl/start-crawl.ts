import { raw, type EntityManager } from '@mikro-orm/postgresql';
import type { CrawlCause } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import type { EventContext } from '../../events/record-event.ts';
import { DriveConnectionEntity, READABLE_DRIVE_FILTER } from '../connection/drive-connection.entity.ts';
import { drivesLiveTopicOf } from '../connection/drive-subject.ts';
import { DriveCrawlEntity } from './crawl.entity.ts';
import { endCrawlInTransaction } from './end-crawl.ts';

export type StartCrawlOptions = {
  cause: CrawlCause;
  /** Restricts the crawl to this department's folders. Only for scans requested by a user. */
  departmentId?: string | null;
  requestedByName?: string | null;
};

/**
 * Serializes concurrent starts. Uses an advisory lock, because push notifications have to update the connection's row.
 */
const LOCK = defineStatement({
  name: 'lock-drive-crawls',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(hashtextextended('drive crawls ' || :workspaceId::text || :connectionId::text, 0))`,
});

const RUNNING = defineStatement({
  name: 'running-drive-crawl',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), isWhole: z.boolean() }),
  sql: `
select id, department_id is null as "isWhole" from drive_crawls
where workspace_id = :workspaceId and connection_id = :connectionId and state = 'running'
for no key update`,
});

/**
 * Starts a crawl of a drive's picked folders in the caller's transaction, and returns its id (rules/drives 5). An
 * automatic crawl joins a full one that is already running, and replaces one of a department's folders.
 * @throws AppError `drive_scan_running` if a user requests one while one is running, `drive_reconnect_needed` if the
 * drive can't be read
 */
export async function startCrawl(
  em: EntityManager,
  ctx: Pick<EventContext, 'workspace' | 'now'>,
  connectionId: string,
  { cause, departmentId = null, requestedByName = null }: StartCrawlOptions,
): Promise<string> {
  const { now } = ctx;
  const workspaceId = ctx.workspace.id;
  await LOCK.run(em, { workspaceId, connectionId });
  const running = await RUNNING.first(em, { workspaceId, connectionId });
  if (running && cause === 'manual') {
    throw new AppError('drive_scan_running', 'This drive is already being scanned. Wait until the scan ends.');
  }
  if (running?.isWhole) {
    // Folders picked in the meantime are listed, too, and a paused crawl continues at once.
    const again = { missing: null, dueAt: raw('now()') };
    await em.nativeUpdate(DriveCrawlEntity, { workspaceId, id: running.id }, again);
    return running.id;
  }
  if (running) {
    await endCrawlInTransaction(
      em,
      { workspaceId, id: running.id },
      { state: 'stopped', reason: 'superseded', finishedAt: now },
    );
  }
  if ((await em.count(DriveConnectionEntity, { workspaceId, id: connectionId, ...READABLE_DRIVE_FILTER })) === 0) {
    throw new AppError('drive_reconnect_needed', 'This drive can’t be read. Reconnect it, then scan it.');
  }
  const id = newId();
  await em.insert(DriveCrawlEntity, {
    workspaceId,
    id,
    connectionId,
    cause,
    departmentId,
    state: 'running',
    requestedByName,
    startedAt: now,
    dueAt: raw('now()'),
  });
  await publishTopics(em, drivesLiveTopicOf(workspaceId));
  return id;
}
