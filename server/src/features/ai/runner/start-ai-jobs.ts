import { startWorker } from '../../../platform/queue/start-worker.ts';
import { AI_JOBS_WAIT } from '../jobs/queue-ai-job.ts';
import { claimAiJobs, type Kinds } from './claim-ai-job.ts';
import type { AiJobServices } from './job-result-handler.ts';
import { runAiJob } from './run-ai-job.ts';

/**
 * Concurrent AI jobs per instance, by kind. The background slots suffice for three workspaces. A job spends most of its
 * time waiting for a provider.
 */
const SLOTS = { waitedFor: 6, background: 12 };

/**
 * Milliseconds after which a job leaves its slot to another, up to as many again: providers of a few workspaces that
 * don't answer would hold all slots for minutes.
 */
const HANGS_AFTER = 20_000;

/** Polling interval in milliseconds, for jobs that are due again or whose server died. */
const POLL_INTERVAL = 2_000;

/**
 * Claims and runs AI jobs while slots are free: when a job is started anywhere, when one ends here, and every two
 * seconds. On `stop`, running jobs are requeued, and the promise waits for that.
 */
export function startAiJobs(services: AiJobServices): { stop(): Promise<void> } {
  const { db, live, log, ai, stalls, lookEvery: pollInterval = POLL_INTERVAL } = services;
  const own = new AbortController();
  const stopping = AbortSignal.any([own.signal, services.stopping]);
  const start = (name: string, slots: number, kinds: Kinds) =>
    startWorker({
      queue: 'ai-jobs',
      name,
      slots,
      hanging: { after: HANGS_AFTER, most: slots },
      pollInterval,
      claim: (free) => claimAiJobs(db, free, ai.bounds.jobsPerWorkspace, kinds),
      async run(key) {
        const ended = stalls.begin(`AI job ${key.id}`);
        try {
          await runAiJob({ ...services, stopping }, key);
        } finally {
          ended();
        }
      },
      describe: ({ workspaceId, id }) => ({ workspace_id: workspaceId, ai_job_id: id }),
      log,
      stopping,
    });
  const workers = [
    start('Running AI jobs', SLOTS.waitedFor, { waitedFor: true, background: false }),
    start('Running AI jobs in the background', SLOTS.background, { waitedFor: false, background: true }),
  ];
  const unfollow = live.follow(AI_JOBS_WAIT, () => {
    for (const worker of workers) worker.notify();
  });
  return {
    async stop() {
      unfollow();
      own.abort();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
