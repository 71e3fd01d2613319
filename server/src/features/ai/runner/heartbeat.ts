import type { TaskServices } from '../../../context.ts';
import { aiJobTopic } from '../jobs/ai-job.ts';
import { AiJobLost, isOurs, AI_JOB_LEASE_SECONDS, type ClaimedAiJob } from './claim-ai-job.ts';

/** The server is stopping: the job is requeued and resumes elsewhere or after a restart. */
export class ServerStops extends Error {
  override readonly name = 'ServerStops';
}

export type Heartbeat = {
  /** Aborts with `AiJobLost` or `ServerStops`. */
  signal: AbortSignal;
  stop(): Promise<void>;
};

/** Renews the lease of a claimed job while it runs, and aborts when the job is lost, for example cancelled. */
export function startHeartbeat(services: TaskServices, job: ClaimedAiJob): Heartbeat {
  const { db, live, log, stopping } = services;
  const going = new AbortController();
  const stopped = new AbortController();
  const onStop = () => going.abort(new ServerStops());
  if (stopping.aborted) onStop();
  else stopping.addEventListener('abort', onStop);

  const look = async (renew: boolean) => {
    try {
      if (!(await isOurs(db, job, { renew }))) going.abort(new AiJobLost());
    } catch (error) {
      // A short database outage doesn't lose the job; the next check may succeed.
      log.warn({ err: error, ai_job_id: job.id }, 'An AI job could not be looked after');
    }
  };
  const renewal = setInterval(() => void look(true), (AI_JOB_LEASE_SECONDS / 3) * 1000);
  const watch = async () => {
    for await (const _ of live.ticks(aiJobTopic(job.workspace.id, job.id), stopped.signal)) await look(false);
  };
  const watching = watch();

  return {
    signal: going.signal,
    async stop() {
      clearInterval(renewal);
      stopping.removeEventListener('abort', onStop);
      stopped.abort();
      await watching;
    },
  };
}
