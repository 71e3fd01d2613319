import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import { RELEASED } from '../../../platform/queue/lease.ts';

/** Topic published when a job of any workspace may be claimed. */
export const AI_JOBS_WAIT = 'ai_jobs_wait';

const QUEUE = defineStatement({
  name: 'queue-ai-job',
  scope: 'tenant',
  sql: `
update ai_jobs set state = 'queued', due_at = coalesce(now() + make_interval(secs => :delay), due_at, now()),
  ${RELEASED}, provider_failures = :providerFailures,
  provider_failed_at = case when provider_failures = 0 then now() else provider_failed_at end, progress_step = :words, error_code = null, error_detail = null
where workspace_id = :workspaceId and id = :id`,
});

type How = {
  /** Delay in seconds; without it, a job that was queued before keeps its place. */
  delay?: number | null;
  /** Progress text for users. */
  words?: string;
  /** Number of consecutive times the provider was busy or unreachable. */
  providerFailures?: number;
};

/** Queues a job whose row the caller has locked; it is claimed after the commit. */
export async function queueAiJob(
  transaction: Runner,
  { workspaceId, id }: { workspaceId: string; id: string },
  { delay = null, words = '', providerFailures = 0 }: How = {},
): Promise<void> {
  await QUEUE.run(transaction, { workspaceId, id, delay, words, providerFailures });
  await publish(transaction, AI_JOBS_WAIT);
}
