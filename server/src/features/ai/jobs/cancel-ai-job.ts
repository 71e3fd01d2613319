import type { AiJobSummary, NameAiJob } from '@training/shared/ai/ai-jobs';
import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { publish } from '../../../platform/live.ts';
import { providerKeysTopic } from '../../provider-keys/list-provider-keys.ts';
import { aiJobTopic, hasEnded } from './ai-job.ts';
import { endAiJob } from './end-ai-job.ts';
import { lockOwnAiJob } from './lock-own-ai-job.ts';
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
