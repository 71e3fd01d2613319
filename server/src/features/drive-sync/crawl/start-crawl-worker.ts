import { z } from 'zod';
import { startQueueWorker } from '../../../platform/queue/start-worker.ts';
import { runEvery, type RepeatingTask } from '../../../platform/concurrency/run-every.ts';
import { processEachAndThrowFirstFailure } from '../../../core/process-each-alone.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { JOIN_TIME_ZONE_SKIP_UNKNOWN_SQL } from '../../../database/database-time.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { DriveConnectionEntity, READABLE_DRIVE_FILTER } from '../connection/drive-connection.entity.ts';
import { createDriveEventContext } from '../connection/drive-subject.ts';
import { CRAWL_QUEUE } from './claim-crawl.ts';
import { runCrawlSlice, type CrawlServices } from './run-crawl-slice.ts';
import { startCrawl } from './start-crawl.ts';

/** Milliseconds between checks for crawls to continue, and for nightly crawls to start. */
const EVERY = 3_000;
const NIGHTS_EVERY = 60_000;

/** Crawls that an instance works on at once. */
const AT_ONCE = 2;

/** Turns that are longer than a turn lasts where the drive answers. */
const HANGING = { after: 10_000, most: 8 };

/**
 * Runs the crawls of all workspaces, in every instance. Each crawl is leased by one instance for a short turn, then
 * those waiting are next (rules/drives 5).
 */
export function startCrawlWorker(services: CrawlServices): RepeatingTask {
  const { db, log, stopping, lookEvery: pollInterval = EVERY } = services;
  const worker = startQueueWorker({
    queue: CRAWL_QUEUE.name,
    name: 'Crawling through drives',
    slots: AT_ONCE,
    hanging: HANGING,
    pollInterval,
    claim: (free) => CRAWL_QUEUE.claim(db.pool, free),
    run: (crawl) => runCrawlSlice(services, crawl),
    describe: ({ workspaceId, id }) => ({ workspace_id: workspaceId, crawl_id: id }),
    log,
    stopping,
  });
  const failed = 'Couldn’t start nightly scans; retrying';
  const nights = runEvery({ every: NIGHTS_EVERY, stopping, log, failed }, () => startDueNightlyCrawls(db, new Date()));
  return {
    async stop() {
      await Promise.all([worker.stop(), nights.stop()]);
    },
  };
}

/** Maximum number of nightly crawls started per check. The next check continues. */
const MOST = 200;

/** Nights begin at 02:00 in the workspace's time zone. A drive connected since then has had its first crawl. */
const DUE = defineStatement({
  name: 'drives-due-at-night',
  scope: 'cross_tenant',
  unprepared: true,
  row: z.strictObject({ workspaceId: z.uuid(), id: z.uuid(), night: z.string() }),
  sql: `
select c.workspace_id as "workspaceId", c.id, n.night::text as night
from drive_connections c join workspaces w on w.id = c.workspace_id
${JOIN_TIME_ZONE_SKIP_UNKNOWN_SQL}
cross join lateral (
  select ((:now::timestamptz at time zone z.zone) - interval '2 hours')::date as night,
    ((c.connected_at at time zone z.zone) - interval '2 hours')::date as connected) n
where c.state in ('connected', 'degraded') and coalesce(c.night, n.connected) < n.night
  and ${runsBackgroundWorkSql('c.workspace_id')}
order by c.night nulls first, c.workspace_id, c.id limit ${MOST}`,
});

/**
 * Starts the nightly crawl of each connection for which 02:00 has passed since the last one, however long ago
 * (rules/drives 5). A full crawl that is already running counts as the nightly one.
 */
export async function startDueNightlyCrawls(db: Database, now: Date): Promise<void> {
  await processEachAndThrowFirstFailure(await DUE.all(db.pool, { now }), ({ workspaceId, id, night }) =>
    createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
      // Lets only one instance start the nightly crawl.
      const waiting = { workspaceId, id, ...READABLE_DRIVE_FILTER, $or: [{ night: null }, { night: { $lt: night } }] };
      const begun = await em.nativeUpdate(DriveConnectionEntity, waiting, { night });
      if (begun > 0) await startCrawl(em, createDriveEventContext(workspaceId, now), id, { cause: 'night' });
    }),
  );
}
