import { z } from 'zod';
import type { EntityManager } from '@mikro-orm/postgresql';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import { aiJobTopic } from '../../ai/jobs/ai-job.ts';
import { endAiJob } from '../../ai/jobs/end-ai-job.ts';

const LOCK_JOB = defineStatement({
  name: 'lock-drive-scan',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from ai_jobs where workspace_id = :workspaceId and id = :id and state in ('queued', 'running', 'parked')
for no key update`,
});

/** Cancels the scan of an outdated text. The caller has locked the file's row. */
export async function cancelTextScan(em: EntityManager, workspaceId: string, jobId: string | null): Promise<void> {
  if (jobId === null) return;
  const job = await LOCK_JOB.first(em, { workspaceId, id: jobId });
  if (!job) return;
  await endAiJob(em, { workspaceId, id: jobId }, { state: 'cancelled' });
  await publish(em, aiJobTopic(workspaceId, jobId));
}
