import { repeatedly, type Repeated } from '../../../platform/run-every.ts';
import { claimCrawl } from './claim-crawl.ts';
import { startNightlyScans } from './start-nightly-scans.ts';
import { runCrawlSlice, type CrawlServices } from './run-crawl-slice.ts';

/** Milliseconds between checks for crawls to continue, and for nightly crawls to start. */
const EVERY = 3_000;
const NIGHTS_EVERY = 60_000;

/** Crawls that an instance works on at once. */
const AT_ONCE = 2;

/**
 * Runs the crawls of all workspaces, in every instance. Each crawl is leased by one instance for a short turn, then
 * those waiting are next (rules/drives 5).
 */
export function startCrawlWorker(services: CrawlServices): Repeated {
  const { db, log, stopping } = services;
  const underWay = new Set<Promise<void>>();
  let lookedForNights = -Infinity;

  /** Works on one crawl after another until none is waiting. */
  async function walk(): Promise<void> {
    try {
      for (let claimed = await claimCrawl(db.pool); claimed; claimed = await claimCrawl(db.pool)) {
        await runCrawlSlice(services, claimed);
        if (stopping.aborted) return;
      }
    } catch (error) {
      // The lease expires.
      if (!stopping.aborted) log.warn({ err: error }, 'Walks through drives cannot be gone on with; tried again');
    }
  }

  const looking = repeatedly(
    { every: EVERY, stopping, log, failed: 'Walks through drives cannot be looked for' },
    async () => {
      if (performance.now() - lookedForNights > NIGHTS_EVERY) {
        await startNightlyScans(db, new Date());
        lookedForNights = performance.now();
      }
      if (underWay.size >= AT_ONCE) return;
      const walked = walk().finally(() => underWay.delete(walked));
      underWay.add(walked);
    },
  );
  return {
    async stop() {
      await looking.stop();
      await Promise.all(underWay);
    },
  };
}
