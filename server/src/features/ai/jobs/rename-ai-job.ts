import type { AiJobSummary, AiJobRef, RenameAiJob } from '@training/shared/ai/ai-jobs';
import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { removeAiFileIfUnneeded } from '../files/stored-file.ts';
import { aiJobLiveTopicOf, hasAiJobEnded, lockOwnAiJob } from './ai-job.ts';
import { AiJobEntity } from './ai-job.entity.ts';
import { cancelItemReplacementsOfJob } from './end-ai-job.ts';
import { summariseAiJob } from './read-ai-jobs.ts';

/** Renames the caller's job. Items generated from its source keep the source's name. */
export function renameAiJob(ctx: Context, { id, title }: RenameAiJob): Promise<AiJobSummary> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    await lockOwnAiJob(em, ctx, id);
    await em.nativeUpdate(AiJobEntity, { workspaceId, id }, { title });
    await publishTopics(em, aiJobLiveTopicOf(workspaceId, id));
    return summariseAiJob(em, ctx, id);
  });
}

/**
 * Deletes the caller's finished job with its result and recording. Modules keep what they took from it.
 * @throws AppError `ai_job_not_found`, `ai_job_unfinished`
 */
export function deleteAiJob(ctx: Context, { id }: AiJobRef): Promise<AiJobRef> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const job = await lockOwnAiJob(em, ctx, id);
    if (!hasAiJobEnded(job)) throw new AppError('ai_job_unfinished', 'The job is still running. Cancel it first.');
    await cancelItemReplacementsOfJob(em, { workspaceId, id });
    // Those that replace its items.
    await em.nativeDelete(AiJobEntity, { workspaceId, destinationKind: 'ai_job', destinationId: id });
    await em.nativeDelete(AiJobEntity, { workspaceId, id });
    if (job.fileId) await removeAiFileIfUnneeded(em, { workspaceId, id: job.fileId });
    await publishTopics(em, aiJobLiveTopicOf(workspaceId, id));
    return { id };
  });
}
