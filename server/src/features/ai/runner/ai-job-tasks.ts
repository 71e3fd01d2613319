import type { TaskList } from 'graphile-worker';
import { Capability } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import type { TaskServices } from '../../../core/context.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import { aiJobTopic } from '../jobs/ai-job.ts';
import { AI_JOBS_WAIT } from '../jobs/queue-ai-job.ts';

const RESUME = defineStatement({
  name: 'resume-ai-jobs',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
update ai_jobs set state = 'queued', due_at = now(), progress_step = '', provider_failures = 0,
  error_code = null, error_detail = null
where workspace_id = :workspaceId and capability = :capability
  and (state = 'parked' or (state = 'queued' and due_at > now()))
returning id`,
});

/** Payload of the task enqueued when a key is added, rotated, removed or found to work. */
const ResumePayload = z.object({ workspace_id: z.guid(), capability: Capability });

/** Requeues the jobs that wait for the workspace's own key, or for a busy or unreachable provider. */
function resumeAiJobs(db: Database, payload: z.infer<typeof ResumePayload>): Promise<void> {
  const { workspace_id: workspaceId, capability } = payload;
  return db.em.fork().transactional(async (em) => {
    const resumed = await RESUME.all(em, { workspaceId, capability });
    for (const { id } of resumed) await publish(em, aiJobTopic(workspaceId, id));
    if (resumed.length > 0) await publish(em, AI_JOBS_WAIT);
  });
}

export function aiJobTasks({ db }: Pick<TaskServices, 'db'>): TaskList {
  return {
    resume_ai_jobs: (payload) => resumeAiJobs(db, ResumePayload.parse(payload)),
  };
}
