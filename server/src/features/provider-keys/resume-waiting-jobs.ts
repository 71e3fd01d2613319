import type { EntityManager } from '@mikro-orm/postgresql';
import type { Capability } from '@training/shared/provider-keys/provider-keys';
import { defineStatement } from '../../database/statements/statement.ts';

const ADD = defineStatement({
  name: 'add-resume-ai-jobs',
  scope: 'tenant',
  sql: `
select 1 from graphile_worker.add_job('resume_ai_jobs',
  json_build_object('workspace_id', :workspaceId::text, 'capability', :capability::text))`,
});

/**
 * Resumes the AI jobs that wait for a key of this capability, after the commit. Call it in the transaction that changes
 * which key they use or makes it work again, with the key's row locked, changed or deleted: a job about to be parked
 * checks that row first.
 */
export async function resumeWaitingJobs(em: EntityManager, workspaceId: string, capability: Capability): Promise<void> {
  await ADD.run(em, { workspaceId, capability });
}
