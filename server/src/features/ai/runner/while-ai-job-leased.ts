import type { TaskServices } from '../../../core/context.ts';
import { LeaseLost } from '../../../platform/queue/lease.ts';
import { whileLeased } from '../../../platform/queue/renew-lease.ts';
import { aiJobTopic } from '../jobs/ai-job.ts';
import { AI_JOB_LEASE_SECONDS, checkAiJobLease, renewAiJobLease, type ClaimedAiJob } from './claim-ai-job.ts';

/** The server is stopping: the job is requeued and resumes elsewhere or after a restart. */
export class ServerStops extends Error {
  override readonly name = 'ServerStops';
}

/**
 * Runs `work` while the lease of a claimed job is renewed. Aborts its signal with `LeaseLost` once the job is lost, for
 * example cancelled, and with `ServerStops`.
 */
export function whileAiJobLeased(
  { db, live, log, stopping }: TaskServices,
  job: ClaimedAiJob,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const fields = { ai_job_id: job.id };
  const lease = { seconds: AI_JOB_LEASE_SECONDS, renew: () => renewAiJobLease(db, job), log, fields };
  return whileLeased(lease, async (lost) => {
    const going = new AbortController();
    const ended = new AbortController();
    const onStop = () => going.abort(new ServerStops());
    const onLost = () => going.abort(lost.reason);
    if (stopping.aborted) onStop();
    stopping.addEventListener('abort', onStop);
    lost.addEventListener('abort', onLost);
    const watching = (async () => {
      for await (const _ of live.ticks(aiJobTopic(job.workspace.id, job.id), ended.signal)) {
        await checkAiJobLease(db, job).catch((error: unknown) => {
          if (error instanceof LeaseLost) going.abort(error);
          else log.warn({ err: error, ...fields }, 'The lease of an AI job could not be checked');
        });
      }
    })();
    try {
      await work(going.signal);
    } finally {
      stopping.removeEventListener('abort', onStop);
      ended.abort();
      await watching;
    }
  });
}
