import { AI_JOBS_WAIT } from '../jobs/queue-ai-job.ts';
import { claimAiJob } from './claim-ai-job.ts';
import type { AiJobServices } from './job-result-handler.ts';
import { runAiJob } from './run-ai-job.ts';

/**
 * Concurrent AI jobs per instance, by kind. The background slots suffice for three workspaces. A job spends most of its
 * time waiting for a provider.
 */
const SLOTS = { waitedFor: 6, background: 12 };

/** Polling interval in milliseconds, for jobs that are due again or whose server died. */
const LOOK_EVERY = 2_000;

/**
 * Claims and runs AI jobs while slots are free: when a job is started anywhere, when one ends here, and every two
 * seconds. On `stop`, running jobs are requeued, and the promise waits for that.
 */
export function startAiJobs(services: AiJobServices): { stop(): Promise<void> } {
  const { db, live, log, ai, stalls } = services;
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, services.stopping]);
  const running = { waitedFor: new Set<Promise<void>>(), background: new Set<Promise<void>>() };
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  /** Logs an outage of the database only once. */
  let isAway = false;

  async function fillSlots(): Promise<void> {
    while (!signal.aborted) {
      const free = {
        waitedFor: running.waitedFor.size < SLOTS.waitedFor,
        background: running.background.size < SLOTS.background,
      };
      if (!free.waitedFor && !free.background) return;
      const key = await claimAiJob(db, ai.bounds.jobsPerWorkspace, free);
      isAway = false;
      if (!key) return;
      const slots = key.background ? running.background : running.waitedFor;
      const ended = stalls.begin(`AI job ${key.id}`);
      const run = runAiJob({ ...services, stopping: signal }, key)
        // The job is claimed again after its lease expires.
        .catch((error: unknown) => log.warn({ err: error, ai_job_id: key.id }, 'An AI job was interrupted'))
        .finally(() => {
          ended();
          slots.delete(run);
          look();
        });
      slots.add(run);
    }
  }

  async function keepLooking(): Promise<void> {
    do {
      lookAgain = false;
      await fillSlots().catch((error: unknown) => {
        if (!isAway) log.warn({ err: error }, 'AI jobs cannot be looked for; tried again');
        isAway = true;
      });
    } while (lookAgain);
    looking = undefined;
  }

  /** Starts a poll, or repeats the running one, which may have missed the latest change. */
  function look(): void {
    lookAgain = true;
    looking ??= keepLooking();
  }

  const clock = setInterval(look, LOOK_EVERY);
  const listening = (async () => {
    for await (const _ of live.ticks(AI_JOBS_WAIT, signal)) look();
  })();

  return {
    async stop() {
      stopping.abort();
      clearInterval(clock);
      await listening;
      await looking;
      await Promise.all([...running.waitedFor, ...running.background]);
    },
  };
}
