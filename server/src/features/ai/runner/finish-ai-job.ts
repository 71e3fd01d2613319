import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statement.ts';
import { publish } from '../../../platform/live.ts';
import type { OwnKeyRefused } from '../../provider-keys/own-key.ts';
import { providerKeysTopic } from '../../provider-keys/list-provider-keys.ts';
import { changeAiJob, lockAiJob, type ClaimedAiJob } from './claim-ai-job.ts';
import { endAiJob, type AiJobEnd } from '../jobs/end-ai-job.ts';
import type { AiJobServices } from './job-result-handler.ts';
import { queueAiJob } from '../jobs/queue-ai-job.ts';
import { jittered, retryDelay } from './ai-job-backoff.ts';

const PARK = defineStatement({
  name: 'park-ai-job',
  scope: 'tenant',
  sql: `
update ai_jobs set state = 'parked', lease_until = null, provider_failures = 0,
  progress_step = 'Waits until the workspace’s own provider key works again', error_code = :code, error_detail = :detail
where workspace_id = :workspaceId and id = :id`,
});

/** As rotating, removing and testing take it: whoever comes first, the other sees what it has done. */
const HOLD_KEY = defineStatement({
  name: 'hold-provider-key',
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

/** How long a job waits whose key was refused and works again by now, in seconds. */
const AFTER_RECOVERY = 2;

/**
 * How a job ends that is still ours; what it made goes where it was asked for in the same transaction.
 * @throws AiJobLost
 */
export function finishAiJob(
  { db, receivers }: Pick<AiJobServices, 'db' | 'receivers'>,
  job: ClaimedAiJob,
  end: AiJobEnd,
): Promise<void> {
  return changeAiJob(db, job, async (em) => {
    const { destination } = job;
    if (end.state === 'succeeded' && destination) {
      await receivers[destination.kind].deliver(em, db, { ...job, destination, result: end.result });
    }
    if (end.state === 'failed' && destination) {
      const { code, detail } = end;
      await receivers[destination.kind].fail?.(em, db, { ...job, destination, code, detail });
    }
    await lockAiJob(em, job);
    await endAiJob(em, keyOf(job), end);
  });
}

/** Puts a job back into its place in the queue. @throws AiJobLost */
export function requeueAiJob(db: Database, job: ClaimedAiJob): Promise<void> {
  return changeAiJob(db, job, async (em) => {
    const { providerFailures } = await lockAiJob(em, job);
    await queueAiJob(em, keyOf(job), { providerFailures });
  });
}

/**
 * Parks a job, which says why (rules/ai 4), until the key that was refused is rotated, removed or found to work;
 * where that has happened meanwhile, it goes on instead, for nobody would wake it.
 * @throws AiJobLost
 */
export function parkAiJob(db: Database, job: ClaimedAiJob, refused: OwnKeyRefused): Promise<void> {
  const { providerKeyId, version } = refused;
  const workspaceId = job.workspace.id;
  return changeAiJob(db, job, async (em) => {
    const key = { workspaceId, id: providerKeyId };
    const held = (await HOLD_KEY.run(em, { ...key, version })) > 0;
    const failing = held && (await IS_FAILING.run(em, key)) > 0;
    await lockAiJob(em, job);
    if (!failing) return queueAiJob(em, keyOf(job), { delay: held ? AFTER_RECOVERY : 0 });
    await PARK.run(em, { workspaceId, id: job.id, code: refused.code, detail: refused.message });
    await publish(em, providerKeysTopic(workspaceId));
  });
}

/** What people are told of a job whose provider limits how often it may be asked. */
export const BUSY = 'The provider is busy';

/**
 * Has a job wait that has not failed, for it has not asked: until its credential may be used again, or until another
 * has ended; `words` say which.
 * @throws AiJobLost
 */
export function postponeAiJob(db: Database, job: ClaimedAiJob, seconds: number, words: string): Promise<void> {
  return changeAiJob(db, job, async (em) => {
    const { providerFailures } = await lockAiJob(em, job);
    await queueAiJob(em, keyOf(job), { delay: jittered(seconds), words, providerFailures });
  });
}

/**
 * Has a job tried again later, because the provider is busy or away; `words` say which.
 * @param asked Seconds after which the provider wants to be asked again.
 * @returns false where it has been tried often or for long enough
 * @throws AiJobLost
 */
export function retryAiJob(
  db: Database,
  job: ClaimedAiJob,
  words: string,
  asked: number | undefined,
): Promise<boolean> {
  return changeAiJob(db, job, async (em) => {
    const { providerFailures, failedFor } = await lockAiJob(em, job);
    const delay = retryDelay({ failures: providerFailures, since: failedFor }, asked);
    if (delay === undefined) return false;
    await queueAiJob(em, keyOf(job), { delay, words, providerFailures: providerFailures + 1 });
    return true;
  });
}
