import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { NO_LEASE_VALUES } from '../../../platform/queue/lease.ts';
import { AiJobEntity } from './ai-job.entity.ts';

/** Topic published when a job of any workspace may be claimed. */
export const AI_JOBS_DUE_TOPIC = 'ai_jobs_due';

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
  em: EntityManager,
  { workspaceId, id }: { workspaceId: string; id: string },
  { delay = null, words = '', providerFailures = 0 }: How = {},
): Promise<void> {
  const queued = {
    state: 'queued' as const,
    dueAt: delay === null ? raw('coalesce(due_at, now())') : raw('now() + make_interval(secs => ?)', [delay]),
    ...NO_LEASE_VALUES,
    providerFailures,
    providerFailedAt: raw('case when provider_failures = 0 then now() else provider_failed_at end'),
    progressStep: words,
    errorCode: null,
    errorDetail: null,
  };
  await em.nativeUpdate(AiJobEntity, { workspaceId, id }, queued);
  await publishTopics(em, AI_JOBS_DUE_TOPIC);
}
