import type { EntityManager } from '@mikro-orm/postgresql';
import type { Capability } from '@training/shared/provider-keys';
import { execute } from '../../../database/database.ts';
import { publish } from '../../../platform/live.ts';
import { aiJobTopic } from './ai-job.ts';
import { queueAiJob } from './queue-ai-job.ts';

const RESUME = `
update ai_jobs set state = 'queued', due_at = now(), progress_step = '', provider_failures = 0
where workspace_id = $1 and capability = $2 and (state = 'parked' or (state = 'queued' and due_at > now()))
returning id`;

/**
 * Lets the jobs go on that wait for the workspace's own key, or for a provider that was busy or away, in the transaction
 * that changes which key they use or makes it work again. Call it with the key's row held, or after it was changed or
 * deleted: a job that is about to wait looks at that row first.
 * @returns how many
 */
export async function resumeAiJobs(em: EntityManager, workspaceId: string, capability: Capability): Promise<number> {
  const resumed = await execute<{ id: string }>(em, RESUME, [workspaceId, capability]);
  for (const { id } of resumed) {
    await queueAiJob(em, { workspaceId, id });
    await publish(em, aiJobTopic(workspaceId, id));
  }
  return resumed.length;
}
