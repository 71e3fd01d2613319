import type { EntityManager } from '@mikro-orm/postgresql';
import { AiJob, AiJobPage, AiJobSummary, type ListAiJobs, type AiJobRef } from '@training/shared/ai/ai-jobs';
import { departmentLimitOf, type Context, type VisibilityById } from '../../../core/context.ts';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { requireJobOwnerId } from '../files/stored-file.ts';
import { JOB_IS_LISTED_FOR_OWNER } from './destination.ts';
import { SOURCE_TEXT_SQL } from './source-text.ts';

/**
 * SQL list of the modules that the caller may see: a draft's title is visible only in its department
 * (rules/courses-and-modules 11).
 */
const MODULES = `coalesce((
  select json_agg(json_build_object('id', m.id, 'course_id', m.course_id, 'title', coalesce(m.working ->> 'title', m.title))
    order by went.at, m.id)
  from (
    select j.destination_id as id, j.created_at as at where j.destination_kind = 'module'
    union all
    select a.module_id, a.at from ai_job_modules a
    where a.workspace_id = :workspaceId and a.job_id = j.id and a.module_id is distinct from j.destination_id) went
  join modules m on m.workspace_id = :workspaceId and m.id = went.id
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  where :ownDepartment::uuid is null or c.department_id = :ownDepartment), '[]')`;

const FIELDS = `'feature', j.feature, 'id', j.id, 'state', j.state, 'title', j.title, 'modules', ${MODULES},
  'progress', json_build_object('done', j.progress_done, 'total', j.progress_total, 'step', j.progress_step),
  'error', case when j.error_code is not null then json_build_object('code', j.error_code, 'detail', j.error_detail) end,
  'created_at', to_iso(j.created_at), 'started_at', to_iso(j.started_at), 'finished_at', to_iso(j.finished_at),
  'retry_at', case when j.state = 'queued' and (j.provider_failures > 0 or j.due_at > now()) then to_iso(j.due_at) end`;

const RECORDING = `(
  select json_build_object('url', '/api/workspaces/' || :slug::text || '/ai/jobs/' || j.id || '/recording',
    'media_type', f.media_type, 'bytes', f.size)
  from ai_files f where f.workspace_id = :workspaceId and f.id = j.file_id and f.state = 'stored'
    and j.feature = 'speech_to_text' and j.state = 'succeeded')`;

const LIST_AI_JOBS = defineStatement({
  name: 'list-ai-jobs',
  scope: 'tenant',
  row: AiJobPage,
  sql: `
with page as (
  select * from ai_jobs where workspace_id = :workspaceId and created_by = :owner and ${JOB_IS_LISTED_FOR_OWNER}
  order by created_at desc, id desc limit :limit offset :offset
)
select
  coalesce((select json_agg(json_build_object(${FIELDS}) order by j.created_at desc, j.id desc) from page j), '[]') as jobs,
  (select count(*)::integer from ai_jobs where workspace_id = :workspaceId and created_by = :owner and ${JOB_IS_LISTED_FOR_OWNER}) as total`,
});

/** SQL list of the latest replacement job per item. Leaves it out if its item is already in place, ignoring flags. */
const OTHERS = `coalesce((
  select jsonb_agg(jsonb_build_object('item', o.destination_item,
    'state', case o.state when 'succeeded' then 'nothing' when 'queued' then 'making' when 'running' then 'making' else o.state end,
    'detail', o.error_detail,
    'retry_at', case when o.state = 'queued' and o.provider_failures > 0 then to_iso(o.due_at) end) order by o.destination_item)
  from (
    select distinct on (destination_item) * from ai_jobs
    where workspace_id = :workspaceId and destination_kind = 'ai_job' and destination_id = j.id
    order by destination_item, created_at desc, id desc) o
  where o.state <> 'succeeded'
    or (coalesce(o.result -> 'cards', o.result -> 'questions') -> 0) - 'flags'
      is distinct from (coalesce(j.result -> 'cards', j.result -> 'questions') -> o.destination_item) - 'flags'), '[]')`;

/** SQL fields of generation jobs. The runner's `work` is emptied when a job ends. */
const LISTED = `case when j.feature in ('card_generation', 'quiz_generation') then jsonb_build_object(
  'so_far', coalesce(j.work -> 'shown', '[]'), 'others', ${OTHERS}, 'source_kept', ${SOURCE_TEXT_SQL} is not null) else '{}' end`;

const READ_AI_JOB = defineStatement({
  name: 'read-ai-job',
  scope: 'tenant',
  row: z.strictObject({ job: AiJob }),
  sql: `
select jsonb_build_object(${FIELDS}, 'result', j.result, 'recording', ${RECORDING}) || ${LISTED} as job from ai_jobs j
where j.workspace_id = :workspaceId and j.id = :id and j.created_by = :owner and ${JOB_IS_LISTED_FOR_OWNER}`,
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
  sql: `select json_build_object(${FIELDS}) as job from ai_jobs j where j.workspace_id = :workspaceId and j.id = :id`,
});

/** Lists the caller's own jobs, latest first. */
export async function listOwnAiJobs(ctx: Context, { limit, offset }: ListAiJobs): Promise<AiJobPage> {
  return LIST_AI_JOBS.one(ctx.db.pool, { ...seenBy(ctx), owner: requireJobOwnerId(ctx), limit, offset });
}

/** @throws AppError `ai_job_not_found`, also for another user's job */
export async function readOwnAiJob(ctx: Context, { id }: AiJobRef): Promise<AiJob> {
  const asked = { ...seenBy(ctx), slug: ctx.workspace.slug, id, owner: requireJobOwnerId(ctx) };
  const row = await READ_AI_JOB.first(ctx.db.pool, asked);
  if (!row) throw aiJobNotFoundError(id);
  return row.job;
}

/** Decides who may subscribe to these jobs: their owners. */
export async function visibilityOfAiJobTopics(
  on: StatementRunner,
  workspaceId: string,
  ids: string[],
): Promise<VisibilityById> {
  const rows = await READ_OWNERS.all(on, { workspaceId, ids });
  return new Map(rows.map(({ id, owner }) => [id, (viewer) => requireJobOwnerId(viewer) === owner]));
}

/** Summary of an existing job, in the transaction that changed it. */
export async function summariseAiJob(em: EntityManager, ctx: Context, id: string): Promise<AiJobSummary> {
  return (await SUMMARISE.one(em, { ...seenBy(ctx), id })).job;
}

const seenBy = (ctx: Context) => ({ workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) });

export function aiJobNotFoundError(id: string): AppError {
  return new AppError('ai_job_not_found', `There is no AI job ${id} of yours in this workspace.`);
}
