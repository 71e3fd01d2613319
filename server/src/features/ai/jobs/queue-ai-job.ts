import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';

/** What graphile-worker carries: the job itself is in the table. */
export const AiJobPayload = z.object({ workspace_id: z.guid(), id: z.guid() });
export type AiJobPayload = z.infer<typeof AiJobPayload>;

/** Behind all other later work, which is short: mails, for example, are not to wait for a dozen quizzes. */
const PRIORITY = 1;

const ADD = defineStatement({
  name: 'add-ai-job',
  scope: 'tenant',
  sql: `
select 1 from graphile_worker.add_job('run_ai_job',
  json_build_object('workspace_id', :workspaceId::text, 'id', :id::text), job_key := 'ai_job:' || :id::text,
  run_at := now() + make_interval(secs => :delay), priority := ${PRIORITY})`,
});

/** Has a queued job taken up, once the transaction has committed. @param delay in seconds */
export async function queueAiJob(
  transaction: Runner,
  { workspaceId, id }: { workspaceId: string; id: string },
  delay = 0,
): Promise<void> {
  await ADD.run(transaction, { workspaceId, id, delay });
}

/**
 * Jobs whose server went away while it ran them, or after it had been told to: each is handed out again. A job that is
 * only waiting its turn keeps its place; one that somebody takes up at this moment is taken up once all the same.
 */
export const TAKE_OVER = defineStatement({
  name: 'take-over-ai-jobs',
  scope: 'sweep',
  sql: `
select graphile_worker.add_job('run_ai_job',
  json_build_object('workspace_id', workspace_id, 'id', id), job_key := 'ai_job:' || id, priority := ${PRIORITY},
  job_key_mode := case state when 'queued' then 'preserve_run_at' else 'replace' end)
from ai_jobs
where (state = 'running' and lease_until < now()) or (state = 'queued' and due_at < now() - interval '1 minute')`,
});
