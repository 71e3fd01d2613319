import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { computeBackoffDelay, addJitter } from '../../../platform/queue/backoff.ts';
import { NO_LEASE_VALUES } from '../../../platform/queue/lease.ts';
import { providerKeysLiveTopicOf } from '../../provider-keys/list-provider-keys.ts';
import type { OwnKeyRefusedError } from '../../provider-keys/own-key.ts';
import { AiJobEntity } from '../jobs/ai-job.entity.ts';
import { type AiJobOutcome, endAiJob } from '../jobs/end-ai-job.ts';
import { queueAiJob } from '../jobs/queue-ai-job.ts';
import { inNotifyingAiJobTransaction, type ClaimedAiJob, lockLeasedAiJob } from './claim-ai-job.ts';
import type { AiJobServices } from './job-result-handler.ts';

/** Delays in seconds before a busy or unreachable provider is called again, by consecutive failure. */
const DELAYS = [5, 15, 45, 120, 360, 900];

/** Maximum total retry time in seconds; then the job fails. */
const RETRIED_FOR = 1_800;

type Tried = {
  /** Number of consecutive failures so far. */
  failures: number;
  /** Seconds since the first failure; 0 if none. */
  since: number;
};

/**
 * Seconds until the next try, at least as long as the provider asks. The delay still grows if the provider asks for one
 * second each time. Undefined after the last try.
 * @param asked Seconds that the provider asks to wait.
 */
export function computeRetryDelaySeconds(
  { failures, since }: Tried,
  asked: number | undefined,
  chance?: number,
): number | undefined {
  const delay = computeBackoffDelay(DELAYS, failures + 1, { asked, chance });
  return delay === undefined || since + delay > RETRIED_FOR ? undefined : delay;
}

/** Locks the key as rotating, removing and testing do, so that the later transaction sees the earlier one's change. */
const LOCK_KEY = defineStatement({
  name: 'lock-provider-key',
  scope: 'tenant',
  sql: `
select 1 from provider_keys where workspace_id = :workspaceId and id = :id and version = :version for no key update`,
});

const IS_FAILING = defineStatement({
  name: 'provider-key-is-failing',
  scope: 'tenant',
  sql: `
select 1 from provider_key_health
where workspace_id = :workspaceId and provider_key_id = :id and failing_since is not null`,
});

const keyOf = ({ workspace, id }: ClaimedAiJob) => ({ workspaceId: workspace.id, id });

/** Seconds before a job continues if its refused key works again by now. */
const AFTER_RECOVERY = 2;

/**
 * Ends a job and delivers its result in the same transaction.
 * @throws LeaseLostError
 */
export function endAiJobAndDeliverResult(
  { db, resultHandlers }: Pick<AiJobServices, 'db' | 'resultHandlers'>,
  job: ClaimedAiJob,
  end: AiJobOutcome,
): Promise<void> {
  return inNotifyingAiJobTransaction(db, job, async (em) => {
    const { destination } = job;
    if (end.state === 'succeeded' && destination) {
      await resultHandlers[destination.kind].deliver(em, db, { ...job, destination, result: end.result });
    }
    if (end.state === 'failed' && destination) {
      const { code, detail } = end;
      await resultHandlers[destination.kind].fail?.(em, db, { ...job, destination, code, detail });
    }
    await lockLeasedAiJob(em, job);
    await endAiJob(em, keyOf(job), end);
  });
}

/** Requeues a job in its old place. @throws LeaseLostError */
export function requeueAiJob(db: Database, job: ClaimedAiJob): Promise<void> {
  return inNotifyingAiJobTransaction(db, job, async (em) => {
    const { providerFailures } = await lockLeasedAiJob(em, job);
    await queueAiJob(em, keyOf(job), { providerFailures });
  });
}

/**
 * Parks a job with the reason (rules/ai 4) until the refused key is rotated, removed or found to work. If that has
 * already happened, the job is requeued instead, because no event would resume it.
 * @throws LeaseLostError
 */
export function parkAiJob(db: Database, job: ClaimedAiJob, refused: OwnKeyRefusedError): Promise<void> {
  const { providerKeyId, version } = refused;
  const workspaceId = job.workspace.id;
  return inNotifyingAiJobTransaction(db, job, async (em) => {
    const key = { workspaceId, id: providerKeyId };
    const held = (await LOCK_KEY.run(em, { ...key, version })) > 0;
    const failing = held && (await IS_FAILING.run(em, key)) > 0;
    await lockLeasedAiJob(em, job);
    if (!failing) return queueAiJob(em, keyOf(job), { delay: held ? AFTER_RECOVERY : 0 });
    const parked = {
      state: 'parked' as const,
      ...NO_LEASE_VALUES,
      providerFailures: 0,
      progressStep: 'Waits until the workspace’s own provider key works again',
      errorCode: refused.code,
      errorDetail: refused.message,
    };
    await em.nativeUpdate(AiJobEntity, keyOf(job), parked);
    await publishTopics(em, providerKeysLiveTopicOf(workspaceId));
  });
}

/** Progress text of a job whose provider is rate-limited. */
export const PROVIDER_BUSY_TEXT = 'The provider is busy';

/**
 * Delays a job that hasn't failed, because it made no call: until its credential may be used again or another job has
 * ended. `words` is the progress text.
 * @throws LeaseLostError
 */
export function postponeAiJob(db: Database, job: ClaimedAiJob, seconds: number, words: string): Promise<void> {
  return inNotifyingAiJobTransaction(db, job, async (em) => {
    const { providerFailures } = await lockLeasedAiJob(em, job);
    await queueAiJob(em, keyOf(job), { delay: addJitter(seconds), words, providerFailures });
  });
}

/**
 * Retries a job later because the provider is busy or unreachable; `words` is the progress text, `asked` the seconds
 * that the provider asks to wait.
 * @returns false if the retries are used up
 * @throws LeaseLostError
 */
export function retryAiJob(
  db: Database,
  job: ClaimedAiJob,
  words: string,
  asked: number | undefined,
): Promise<boolean> {
  return inNotifyingAiJobTransaction(db, job, async (em) => {
    const { providerFailures, failedFor } = await lockLeasedAiJob(em, job);
    const delay = computeRetryDelaySeconds({ failures: providerFailures, since: failedFor }, asked);
    if (delay === undefined) return false;
    await queueAiJob(em, keyOf(job), { delay, words, providerFailures: providerFailures + 1 });
    return true;
  });
}
