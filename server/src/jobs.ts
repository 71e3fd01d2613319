import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { JobServices, TaskServices } from './context.ts';
import { withPrepareLock, migrateJobs } from './database/migrate.ts';
import { removeExpired } from './database/retention.ts';
import { aiJobTasks } from './features/ai/runner/ai-job-tasks.ts';
import { deliverGenerated } from './features/modules/deliver-generated.ts';
import { providerKeyTasks } from './features/provider-keys/health/provider-key-tasks.ts';

/** How long after a failure the runner is started again, in milliseconds. */
const RESTART = 5_000;

/**
 * Jobs of one instance at a time, where the pool has as many connections: most of an AI job is waiting for a provider.
 */
const CONCURRENCY = 10;

/**
 * Keeps the later work going: graphile-worker in the same database, each job once however many instances there are. No
 * request waits for it, and a database that goes away only makes it start again.
 */
export function startJobs(services: JobServices): { stop(): Promise<void> } {
  const { log } = services;
  const stopping = new AbortController();
  let runner: Runner | undefined;
  const going = keepGoing();

  async function keepGoing(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        runner = await startRunner({ ...services, stopping: stopping.signal });
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
      // It refuses where it is stopping already, because the database is away.
      await runner?.stop().catch(() => undefined);
      await going;
    },
  };
}

/** Loaded once the server listens, because nothing that a request needs depends on it. */
async function startRunner(services: TaskServices): Promise<Runner> {
  const { db, databaseUrl, log } = services;
  const { Logger, run } = await import('graphile-worker');
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ worker: message }, 'The job runner says');
  });
  // A newer version of the runner may want a newer schema than the one that the server started with.
  await withPrepareLock(databaseUrl, () => migrateJobs(db.pool));
  return run({
    pgPool: db.pool,
    logger,
    concurrency: Math.min(CONCURRENCY, db.pool.options.max),
    noHandleSignals: true,
    // Only in batches, of whatever is there at the moment, does it look after what it writes when a job ends; without
    // them a database that is away at that moment is a rejection that nobody handles, and the end of the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    crontab: ['17 * * * * remove_expired', '* * * * * take_over_ai_jobs'].join('\n'),
    taskList: {
      remove_expired: () => removeExpired(db),
      ...aiJobTasks({ ...services, deliveries: { module: deliverGenerated } }),
      ...providerKeyTasks(services),
    },
  });
}
