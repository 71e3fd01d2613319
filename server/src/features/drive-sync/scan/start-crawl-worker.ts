import { startWorker } from '../../../platform/queue/start-worker.ts';
import { repeatedly, type Repeated } from '../../../platform/concurrency/run-every.ts';
import { CRAWLS } from './claim-crawl.ts';
import { startNightlyScans } from './start-nightly-scans.ts';
import { runCrawlSlice, type CrawlServices } from './run-crawl-slice.ts';

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
export function startCrawlWorker(services: CrawlServices): Repeated {
  const { db, log, stopping, lookEvery: pollInterval = EVERY } = services;
  const worker = startWorker({
    queue: CRAWLS.name,
    name: 'Crawling through drives',
    slots: AT_ONCE,
    hanging: HANGING,
    pollInterval,
    claim: (free) => CRAWLS.claim(db.pool, free),
    run: (crawl) => runCrawlSlice(services, crawl),
    describe: ({ workspaceId, id }) => ({ workspace_id: workspaceId, crawl_id: id }),
    log,
    stopping,
  });
  const failed = 'Nightly scans can’t be started; tried again';
  const nights = repeatedly({ every: NIGHTS_EVERY, stopping, log, failed }, () => startNightlyScans(db, new Date()));
  return {
    async stop() {
      await Promise.all([worker.stop(), nights.stop()]);
    },
  };
}
