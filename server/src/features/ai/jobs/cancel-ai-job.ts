import type { EntityManager } from '@mikro-orm/postgresql';
import { AiJobState, type CancelAnother, type NameAiJob, type AiJobSummary } from '@training/shared/ai/ai-jobs';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { publish } from '../../../platform/live.ts';
import { providerKeysTopic } from '../../provider-keys/list-provider-keys.ts';
import { aiJobTopic, hasEnded, lockOwnAiJob } from './ai-job.ts';
import { endAiJob } from './end-ai-job.ts';
import { summariseAiJob } from './read-ai-jobs.ts';

/**
 * Cancels the caller's job. If it is running on any instance, its provider call is aborted.
 * @throws AppError `ai_job_not_found`, `ai_job_finished`
 */
export function cancelAiJob(ctx: Context, { id }: NameAiJob): Promise<AiJobSummary> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const job = await lockOwnAiJob(em, ctx, id);
    if (hasEnded(job)) throw new AppError('ai_job_finished', `The job has ${job.state} already.`);
    await endAiJob(em, { workspaceId, id }, { state: 'cancelled' });
    await publish(em, aiJobTopic(workspaceId, id));
    if (job.state === 'parked') await publish(em, providerKeysTopic(workspaceId));
    return summariseAiJob(em, ctx, id);
  });
}

const LOCK_OTHERS = defineStatement({
  name: 'lock-unfinished-others',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), state: AiJobState }),
  sql: `
select id, state from ai_jobs
where workspace_id = :workspaceId and destination_kind = 'ai_job' and destination_id = :id
  and (:item::integer is null or destination_item = :item) and state in ('queued', 'running', 'parked')
order by id for update`,
});

/**
 * Cancels the replacement of one item of the caller's job; the item stays unchanged (rules/ai 22).
 * @throws AppError `ai_job_not_found`, `ai_job_finished`
 */
export function cancelAnother(ctx: Context, { id, item }: CancelAnother): Promise<NameAiJob> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    await lockOwnAiJob(em, ctx, id);
    const ended = await endOthers(em, { workspaceId, id, item });
    if (ended === 0) throw new AppError('ai_job_finished', 'Nothing is being made in its place any more.');
    await publish(em, aiJobTopic(workspaceId, id));
    return { id };
  });
}

/** Cancels all pending replacements of a locked job, or those of one item. Returns how many. */
export async function endOthers(
  em: EntityManager,
  { workspaceId, id, item = null }: { workspaceId: string; id: string; item?: number | null },
): Promise<number> {
  const others = await LOCK_OTHERS.all(em, { workspaceId, id, item });
  for (const other of others) {
    await endAiJob(em, { workspaceId, id: other.id }, { state: 'cancelled' });
    // Aborts the call if the job is running.
    await publish(em, aiJobTopic(workspaceId, other.id));
  }
  if (others.some(({ state }) => state === 'parked')) await publish(em, providerKeysTopic(workspaceId));
  return others.length;
}
