import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { AiJobState, type AiJobSummary, type CancelReplacementItem, type AiJobRef } from '@training/shared/ai/ai-jobs';
import type { ErrorCode } from '@training/shared/errors';
import { liveTopics } from '@training/shared/live';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publishTopics, workspaceLiveTopicOf } from '../../../platform/topic-changes.ts';
import { NO_LEASE_VALUES } from '../../../platform/queue/lease.ts';
import { providerKeysLiveTopicOf } from '../../provider-keys/list-provider-keys.ts';
import { removeAiFileIfUnneeded } from '../files/stored-file.ts';
import { AiJobEntity } from './ai-job.entity.ts';
import { aiJobLiveTopicOf, hasAiJobEnded, lockOwnAiJob } from './ai-job.ts';
import { summariseAiJob } from './read-ai-jobs.ts';
import { UNFINISHED_AI_JOB_STATES_SQL } from '../files/unfinished-jobs.ts';

/**
 * Cancels the caller's job. If it is running on any instance, its provider call is aborted.
 * @throws AppError `ai_job_not_found`, `ai_job_finished`
 */
export function cancelAiJob(ctx: Context, { id }: AiJobRef): Promise<AiJobSummary> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    const job = await lockOwnAiJob(em, ctx, id);
    if (hasAiJobEnded(job)) throw new AppError('ai_job_finished', `The job has ${job.state} already.`);
    await endAiJob(em, { workspaceId, id }, { state: 'cancelled' });
    await publishTopics(em, aiJobLiveTopicOf(workspaceId, id));
    if (job.state === 'parked') await publishTopics(em, providerKeysLiveTopicOf(workspaceId));
    return summariseAiJob(em, ctx, id);
  });
}

const FIND_OTHERS = defineStatement({
  name: 'find-unfinished-others',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from ai_jobs
where workspace_id = :workspaceId and destination_kind = 'ai_job' and destination_id = :id
  and (:item::integer is null or destination_item = :item) and state in ${UNFINISHED_AI_JOB_STATES_SQL}`,
});

/**
 * Cancels the replacement of one item of the caller's job; the item stays unchanged (rules/ai 22).
 * @throws AppError `ai_job_not_found`, `ai_job_finished`
 */
export function cancelItemReplacement(ctx: Context, { id, item }: CancelReplacementItem): Promise<AiJobRef> {
  const workspaceId = ctx.workspace.id;
  return inTransaction(ctx, async (em) => {
    await lockOwnAiJob(em, ctx, id);
    const ended = await cancelItemReplacementsOfJob(em, { workspaceId, id, item });
    if (ended === 0) throw new AppError('ai_job_finished', 'Nothing is being made in its place any more.');
    await publishTopics(em, aiJobLiveTopicOf(workspaceId, id));
    return { id };
  });
}

/** Cancels all pending replacements of a locked job, or those of one item. Returns how many. */
export async function cancelItemReplacementsOfJob(
  em: EntityManager,
  { workspaceId, id, item = null }: { workspaceId: string; id: string; item?: number | null },
): Promise<number> {
  const others = await FIND_OTHERS.all(em, { workspaceId, id, item });
  const states = await cancelAiJobs(em, workspaceId, others);
  if (states.includes('parked')) await publishTopics(em, providerKeysLiveTopicOf(workspaceId));
  return states.length;
}

const LOCK_UNFINISHED = defineStatement({
  name: 'lock-unfinished-ai-jobs',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), state: AiJobState }),
  sql: `
select id, state from ai_jobs
where workspace_id = :workspaceId and id = any (:ids::uuid[]) and state in ${UNFINISHED_AI_JOB_STATES_SQL}
order by id for no key update`,
});

/**
 * Cancels those of the jobs that are unfinished, and returns the states they had. The caller has locked what the jobs
 * are for, as whoever stores a result does before the job.
 */
export async function cancelAiJobs(
  em: EntityManager,
  workspaceId: string,
  jobs: readonly { id: string }[],
): Promise<AiJobState[]> {
  if (jobs.length === 0) return [];
  const unfinished = await LOCK_UNFINISHED.all(em, { workspaceId, ids: jobs.map(({ id }) => id) });
  for (const { id } of unfinished) {
    await endAiJob(em, { workspaceId, id }, { state: 'cancelled' });
    // Aborts the call if the job is running.
    await publishTopics(em, aiJobLiveTopicOf(workspaceId, id));
  }
  return unfinished.map(({ state }) => state);
}

/** The outcome of a job; `result` is JSON. */
export type AiJobOutcome =
  | { state: 'succeeded'; result: string }
  | { state: 'failed'; code: ErrorCode; detail: string }
  | { state: 'cancelled' };

/** SQL for the hash of the text in a result. */
const HASH_OF_TEXT = `sha256(convert_to(?::jsonb ->> 'text', 'UTF8'))`;

/**
 * Ends a locked job and deletes its input. Its record and result are kept, and so is the recording of a transcript
 * (rules/ai 12).
 */
export async function endAiJob(
  em: EntityManager,
  { workspaceId, id }: { workspaceId: string; id: string },
  end: AiJobOutcome,
): Promise<void> {
  const fields = ['feature', 'fileId', 'destinationKind', 'destinationId'] as const;
  const job = await em.findOne(AiJobEntity, { workspaceId, id }, { fields });
  if (!job) return;
  const { feature, fileId, destinationKind, destinationId } = job;
  const result = end.state === 'succeeded' ? end.result : null;
  const failed = end.state === 'failed' ? end : undefined;
  const ended = {
    state: end.state,
    result: raw('?::jsonb', [result]),
    errorCode: failed?.code ?? null,
    errorDetail: failed?.detail ?? null,
    finishedAt: raw('now()'),
    input: null,
    work: {},
    ...NO_LEASE_VALUES,
    dueAt: null,
    progressStep: '',
    ...(result === null ? { sourceText: null } : { progressDone: raw('progress_total') }),
    ...(feature === 'document_extraction' && { sourceHash: raw(HASH_OF_TEXT, [result]) }),
  };
  await em.nativeUpdate(AiJobEntity, { workspaceId, id }, ended);
  // Notifies viewers of the module that nothing is being generated for it any more.
  if (destinationKind === 'module' && destinationId) {
    await publishTopics(em, workspaceLiveTopicOf(workspaceId, liveTopics.module(destinationId)));
  }
  if (fileId) await removeAiFileIfUnneeded(em, { workspaceId, id: fileId });
}
