import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { Database } from './database/database.ts';
import { alone } from './database/migrate.ts';
import { removeExpired } from './database/retention.ts';
import type { Log } from './platform/log.ts';

/** How long after a failure the runner is started again, in milliseconds. */
const RESTART = 5_000;

/**
 * Keeps the later work going: graphile-worker in the same database, each job once however many instances there are. No
 * request waits for it, and a database that goes away only makes it start again.
 */
export function startJobs(db: Database, databaseUrl: string, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let runner: Runner | undefined;
  const going = keepGoing();

  async function keepGoing(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        runner = await startRunner(db, databaseUrl, log);
        if (stopping.signal.aborted) await runner.stop();
        await runner.promise;
      } catch (error) {
        log.warn({ err: error }, 'The job runner stopped; it starts again');
      }
      runner = undefined;
      await sleep(RESTART, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    async stop() {
      stopping.abort();
      await runner?.stop();
      await going;
    },
  };
}

/** Loaded once the server listens, because nothing that a request needs depends on it. */
async function startRunner(db: Database, databaseUrl: string, log: Log): Promise<Runner> {
  const { Logger, run, runMigrations } = await import('graphile-worker');
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ worker: message }, 'The job runner says');
  });
  await alone(databaseUrl, () => runMigrations({ pgPool: db.pool, logger }));
  return run({
    pgPool: db.pool,
    logger,
    concurrency: 2,
    noHandleSignals: true,
    crontab: '17 * * * * remove_expired',
    taskList: { remove_expired: () => removeExpired(db) },
  });
}
