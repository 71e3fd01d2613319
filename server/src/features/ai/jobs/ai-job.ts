import type { AiJobState } from '@training/shared/ai/ai-jobs';
import { liveTopics } from '@training/shared/live';
import { workspaceLiveTopicOf } from '../../../platform/topic-changes.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/core';
import type { Context } from '../../../core/context.ts';
import { requireJobOwnerId } from '../files/stored-file.ts';
import { AiJobEntity } from './ai-job.entity.ts';
import { aiJobNotFoundError } from './read-ai-jobs.ts';
import { UNFINISHED_AI_JOB_STATES } from '../files/unfinished-jobs.ts';

/** Locks a job that the caller started for themselves or for a module. @throws AppError `ai_job_not_found` */
export async function lockOwnAiJob(em: EntityManager, ctx: Context, id: string) {
  const job = await em.findOne(
    AiJobEntity,
    { id, createdBy: requireJobOwnerId(ctx), $or: [{ destinationKind: null }, { destinationKind: 'module' }] },
    { lockMode: LockMode.PESSIMISTIC_WRITE, fields: ['state', 'fileId'] },
  );
  if (!job) throw aiJobNotFoundError(id);
  return job;
}

export function hasAiJobEnded({ state }: { state: AiJobState }): boolean {
  return !UNFINISHED_AI_JOB_STATES.includes(state);
}

/** Topic for changes of a job. */
export const aiJobLiveTopicOf = (workspaceId: string, id: string) =>
  workspaceLiveTopicOf(workspaceId, liveTopics.aiJob(id));
