import type { AiJobState } from '@training/shared/ai/ai-jobs';
import { topics } from '@training/shared/live';
import { topicOf } from '../../../platform/live.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/core';
import type { Context } from '../../../core/context.ts';
import { jobOwnerOf } from '../files/stored-file.ts';
import { AiJobEntity } from './ai-job.entity.ts';
import { aiJobNotFound } from './read-ai-jobs.ts';
import { UNFINISHED_STATES } from '../files/unfinished-jobs.ts';

/** Locks a job that the caller started for themselves or for a module. @throws AppError `ai_job_not_found` */
export async function lockOwnAiJob(em: EntityManager, ctx: Context, id: string) {
  const job = await em.findOne(
    AiJobEntity,
    { id, createdBy: jobOwnerOf(ctx), $or: [{ destinationKind: null }, { destinationKind: 'module' }] },
    { lockMode: LockMode.PESSIMISTIC_WRITE, fields: ['state', 'fileId'] },
  );
  if (!job) throw aiJobNotFound(id);
  return job;
}

export function hasEnded({ state }: { state: AiJobState }): boolean {
  return !UNFINISHED_STATES.includes(state);
}

/** Topic for changes of a job. */
export const aiJobTopic = (workspaceId: string, id: string) => topicOf(workspaceId, topics.aiJob(id));
