import type { EntityManager } from '@mikro-orm/postgresql';
import { AiJob, AiJobPage, AiJobSummary, type ListAiJobs, type NameAiJob } from '@training/shared/ai-jobs';
import type { Context, Visibility } from '../../../context.ts';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';
import { AppError } from '../../../errors.ts';
import { ownerOf } from '../owner-of.ts';
import { SOMEBODYS } from './destination.ts';

const FIELDS = `'feature', feature, 'id', id, 'state', state, 'title', title,
  'progress', json_build_object('done', progress_done, 'total', progress_total, 'step', progress_step),
  'error', case when error_code is not null then json_build_object('code', error_code, 'detail', error_detail) end,
  'created_at', wire_time(created_at), 'started_at', wire_time(started_at), 'finished_at', wire_time(finished_at),
  'retry_at', case when state = 'queued' and provider_failures > 0 then wire_time(due_at) end`;

const LIST_AI_JOBS = defineStatement({
  name: 'list-ai-jobs',
  scope: 'tenant',
  row: AiJobPage,
  sql: `
with page as (
  select * from ai_jobs where workspace_id = :workspaceId and created_by = :owner and ${SOMEBODYS}
  order by created_at desc, id desc limit :limit offset :offset
)
select
  coalesce((select json_agg(json_build_object(${FIELDS}) order by created_at desc, id desc) from page), '[]') as jobs,
  (select count(*)::integer from ai_jobs where workspace_id = :workspaceId and created_by = :owner and ${SOMEBODYS}) as total`,
});

const READ_AI_JOB = defineStatement({
  name: 'read-ai-job',
  scope: 'tenant',
  row: z.strictObject({ job: AiJob }),
  sql: `
select json_build_object(${FIELDS}, 'result', result) as job from ai_jobs
where workspace_id = :workspaceId and id = :id and created_by = :owner and ${SOMEBODYS}`,
});

const READ_OWNERS = defineStatement({
  name: 'read-ai-job-owners',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), owner: z.uuid() }),
  sql: `
select id, created_by as owner from ai_jobs where workspace_id = :workspaceId and id = any (:ids::uuid[])`,
});

const SUMMARISE = defineStatement({
  name: 'summarise-ai-job',
  scope: 'tenant',
  row: z.strictObject({ job: AiJobSummary }),
  sql: `select json_build_object(${FIELDS}) as job from ai_jobs where workspace_id = :workspaceId and id = :id`,
});

/** People see their own jobs only, the latest first. */
export async function listAiJobs(ctx: Context, { limit, offset }: ListAiJobs): Promise<AiJobPage> {
  return LIST_AI_JOBS.one(ctx.db.pool, { workspaceId: ctx.workspace.id, owner: ownerOf(ctx), limit, offset });
}

/** @throws AppError `ai_job_not_found`, also where it is somebody else's */
export async function readAiJob(ctx: Context, { id }: NameAiJob): Promise<AiJob> {
  const row = await READ_AI_JOB.first(ctx.db.pool, { workspaceId: ctx.workspace.id, id, owner: ownerOf(ctx) });
  if (!row) throw aiJobNotFound(id);
  return row.job;
}

/** Who may follow these jobs: those who may read them. */
export async function visibilityOfAiJobs(on: Runner, workspaceId: string, ids: string[]): Promise<Visibility> {
  const rows = await READ_OWNERS.all(on, { workspaceId, ids });
  return new Map(rows.map(({ id, owner }) => [id, (viewer) => ownerOf(viewer) === owner]));
}

/** A job that is known to be there, in the transaction that changed it. */
export async function summariseAiJob(em: EntityManager, workspaceId: string, id: string): Promise<AiJobSummary> {
  return (await SUMMARISE.one(em, { workspaceId, id })).job;
}

export function aiJobNotFound(id: string): AppError {
  return new AppError('ai_job_not_found', `There is no AI job ${id} of yours in this workspace.`);
}
