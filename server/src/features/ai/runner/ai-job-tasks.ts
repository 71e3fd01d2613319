import { LockMode, raw } from '@mikro-orm/postgresql';
import type { TaskList } from 'graphile-worker';
import { AiCapability } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import type { TaskServices } from '../../../core/context.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { AiJobEntity } from '../jobs/ai-job.entity.ts';
import { aiJobLiveTopicOf } from '../jobs/ai-job.ts';
import { AI_JOBS_DUE_TOPIC } from '../jobs/queue-ai-job.ts';

const REQUEUED = {
  state: 'queued',
  progressStep: '',
  providerFailures: 0,
  errorCode: null,
  errorDetail: null,
} as const;

/** Payload of the task enqueued when a key is added, rotated, removed or found to work. */
const ResumePayload = z.object({ workspace_id: z.guid(), capability: AiCapability });

/** Requeues the jobs that wait for the workspace's own key, or for a busy or unreachable provider. */
function resumeAiJobs(db: Database, payload: z.infer<typeof ResumePayload>): Promise<void> {
  const { workspace_id: workspaceId, capability } = payload;
  return createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).transactional(async (em) => {
    const later = { state: 'queued' as const, dueAt: { $gt: raw<Date>('now()') } };
    const waiting = { workspaceId, capability, $or: [{ state: 'parked' as const }, later] };
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
    const resumed = await em.find(AiJobEntity, waiting, { fields: ['id'], ...lock });
    if (resumed.length === 0) return;
    const ids = resumed.map(({ id }) => id);
    await em.nativeUpdate(AiJobEntity, { workspaceId, id: { $in: ids } }, { ...REQUEUED, dueAt: raw('now()') });
    for (const { id } of resumed) await publishTopics(em, aiJobLiveTopicOf(workspaceId, id));
    await publishTopics(em, AI_JOBS_DUE_TOPIC);
  });
}

export function createAiJobTasks({ db }: Pick<TaskServices, 'db'>): TaskList {
  return {
    resume_ai_jobs: (payload) => resumeAiJobs(db, ResumePayload.parse(payload)),
  };
}
