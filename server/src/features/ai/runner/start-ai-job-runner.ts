import type { AiCapability } from '@training/shared/provider-keys/provider-keys';
import type { TaskServices } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { isDatabaseUnavailableError } from '../../../database/database-unavailable.ts';
import { LeaseLostError, withRenewedLease } from '../../../platform/queue/lease.ts';
import { startQueueWorker } from '../../../platform/queue/start-worker.ts';
import { AiProviderError } from '../../../providers/ai/failure.ts';
import { OwnKeyRefusedError } from '../../provider-keys/own-key.ts';
import { CredentialPausedError } from '../gateway/credential-pause.ts';
import { aiJobLiveTopicOf } from '../jobs/ai-job.ts';
import { AI_JOBS_DUE_TOPIC } from '../jobs/queue-ai-job.ts';
import { toStorableJson, TimeSliceOverError } from './ai-job-steps.ts';
import {
  AI_JOB_LEASE_SECONDS,
  type AiJobKey,
  assertAiJobLease,
  claimAiJobs,
  type ClaimedAiJob,
  type ClaimableJobPriorities,
  readClaimedAiJob,
  renewAiJobLease,
} from './claim-ai-job.ts';
import {
  PROVIDER_BUSY_TEXT,
  endAiJobAndDeliverResult,
  parkAiJob,
  postponeAiJob,
  requeueAiJob,
  retryAiJob,
} from './finish-ai-job.ts';
import { StorageUnavailableError } from '../../../platform/storage/object-storage.ts';
import { type AiJobServices, OtherJobFirstError } from './job-result-handler.ts';
import { runAiFeature } from './run-feature.ts';

/** The server is stopping: the job is requeued and resumes elsewhere or after a restart. */
class ServerStops extends Error {
  override readonly name = 'ServerStops';
}

/**
 * Runs `work` while the lease of a claimed job is renewed. Aborts its signal with `LeaseLostError` once the job is
 * lost, for example cancelled, and with `ServerStops`.
 */
function whileAiJobLeased(
  { db, live, log, stopping }: TaskServices,
  job: ClaimedAiJob,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const fields = { ai_job_id: job.id };
  const lease = { seconds: AI_JOB_LEASE_SECONDS, renew: () => renewAiJobLease(db, job), log, fields };
  return withRenewedLease(lease, async (lost) => {
    const going = new AbortController();
    const ended = new AbortController();
    const onStop = () => going.abort(new ServerStops());
    const onLost = () => going.abort(lost.reason);
    if (stopping.aborted) onStop();
    stopping.addEventListener('abort', onStop);
    lost.addEventListener('abort', onLost);
    const watching = (async () => {
      for await (const _ of live.ticks(aiJobLiveTopicOf(job.workspace.id, job.id), ended.signal)) {
        await assertAiJobLease(db, job).catch((error: unknown) => {
          if (error instanceof LeaseLostError) going.abort(error);
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

/** Seconds until a job reads its file again after the storage was away. */
const STORAGE_AWAY = 60;

/** Maximum number of interruptions: a job that crashes servers must not run forever. */
const MAX_INTERRUPTIONS = 5;

/**
 * Runs a claimed job until it ends or has to wait; the outcome is stored in its row.
 * @throws only if the database is unreachable: the job is then claimed again after its lease expires
 */
async function runAiJob(services: AiJobServices, key: AiJobKey): Promise<void> {
  const job = await readClaimedAiJob(services.db, key);
  if (!job) return;
  // Where the lease is lost, another instance writes the job's outcome.
  await whileAiJobLeased(services, job, (signal) => settle(services, job, signal));
}

async function settle(services: AiJobServices, job: ClaimedAiJob, signal: AbortSignal): Promise<void> {
  if (job.interruptions > MAX_INTERRUPTIONS) {
    const detail = `The job was interrupted ${job.interruptions} times because its server stopped.`;
    return endAiJobAndDeliverResult(services, job, { state: 'failed', code: 'internal_error', detail });
  }
  try {
    signal.throwIfAborted();
    const result = await orAborted(runAiFeature(services, job, signal), signal);
    await endAiJobAndDeliverResult(services, job, { state: 'succeeded', result: toStorableJson(result) });
  } catch (error) {
    await settleFailure(services, job, signal.aborted ? signal.reason : error);
  }
}

async function settleFailure(services: AiJobServices, job: ClaimedAiJob, error: unknown): Promise<void> {
  const { db, log } = services;
  if (error instanceof LeaseLostError || isDatabaseUnavailableError(error)) throw error;
  if (error instanceof ServerStops || error instanceof TimeSliceOverError) return requeueAiJob(db, job);
  if (error instanceof OwnKeyRefusedError) return parkAiJob(db, job, error);
  if (error instanceof CredentialPausedError) return postponeAiJob(db, job, error.seconds, PROVIDER_BUSY_TEXT);
  if (error instanceof OtherJobFirstError) return postponeAiJob(db, job, error.seconds, 'Waits for another job');
  if (error instanceof StorageUnavailableError)
    return postponeAiJob(db, job, STORAGE_AWAY, 'Waits for the storage of files');
  if (error instanceof AiProviderError) return settleProviderFailure(services, job, error);
  if (error instanceof AppError) {
    return endAiJobAndDeliverResult(services, job, { state: 'failed', code: error.code, detail: error.message });
  }
  log.error({ err: error, ai_job_id: job.id, feature: job.feature }, 'An AI job failed for an unforeseen reason');
  const detail = `Something went wrong on our side. The log has it under the job ${job.id}.`;
  return endAiJobAndDeliverResult(services, job, { state: 'failed', code: 'internal_error', detail });
}

async function settleProviderFailure(
  services: AiJobServices,
  job: ClaimedAiJob,
  { outcome, retryAfter, about }: AiProviderError,
): Promise<void> {
  const { db } = services;
  const fail = (detail: string) =>
    endAiJobAndDeliverResult(services, job, { state: 'failed', code: 'ai_provider_failed', detail });
  switch (outcome) {
    case 'rate_limited':
      if (await retryAiJob(db, job, PROVIDER_BUSY_TEXT, retryAfter)) return;
      return fail('The provider stayed busy for too long. Start the job again later.');
    case 'unreachable':
      if (about === 'cut') return fail(CUT);
      if (await retryAiJob(db, job, 'The provider cannot be reached', retryAfter)) return;
      return fail('The provider couldn’t be reached for too long. Start the job again later.');
    case 'bad_answer':
      if (about === 'cut') return fail(CUT);
      return fail(
        'The model gave no usable answer after several attempts. Start the job again, or choose another model.',
      );
    case 'bad_request':
      return fail(notTaken(job.capability, about));
    case 'refused':
      return fail('The provider declined this request, perhaps because of its content. Change the text.');
    case 'invalid_key':
    case 'no_model_access':
    case 'quota_exhausted':
      return fail(
        'The provider doesn’t accept this server’s pooled key. The server’s operator can fix that, or a super admin can add a provider key under Settings.',
      );
  }
}

/** Detail of a job whose answer broke off with nothing to use (rules/ai 5). */
const CUT =
  'The provider’s answer broke off with nothing to use. It is charged, so it was not requested again. Start the job again, or choose another model.';

/** Tells the user how to fix a request that the provider rejects. */
function notTaken(capability: AiCapability, about: AiProviderError['about']): string {
  if (about === 'language') {
    return 'The speech model doesn’t know this language. Choose another, or detect it automatically.';
  }
  const isLong = about === 'length';
  if (capability === 'transcription') {
    if (isLong) return 'The recording is too large for the provider. Record a shorter answer.';
    return 'The provider can’t read this recording, which may be damaged. Record it again.';
  }
  if (isLong) return 'The text is too long for the provider or its model. Shorten it, or choose another model.';
  return 'The provider rejected this request, which may be too long for the model. Shorten the text, or choose another model.';
}

/** Waits for `work` until the signal aborts. Work without a signal of its own continues unobserved. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Concurrent AI jobs per instance, by kind. The background slots suffice for three workspaces. A job spends most of its
 * time waiting for a provider.
 */
const SLOTS = { interactive: 6, background: 12 };

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
export function startAiJobRunner(services: AiJobServices): { stop(): Promise<void> } {
  const { db, live, log, ai, stalls, lookEvery: pollInterval = POLL_INTERVAL } = services;
  const own = new AbortController();
  const stopping = AbortSignal.any([own.signal, services.stopping]);
  const start = (name: string, slots: number, kinds: ClaimableJobPriorities) =>
    startQueueWorker({
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
    start('Running AI jobs', SLOTS.interactive, { interactive: true, background: false }),
    start('Running AI jobs in the background', SLOTS.background, { interactive: false, background: true }),
  ];
  const unfollow = live.follow(AI_JOBS_DUE_TOPIC, () => {
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
