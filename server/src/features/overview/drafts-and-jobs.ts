import {
  MAX_MENU_COUNT,
  MAX_OVERVIEW_LIST_ROWS,
  OwnModuleDraft,
  UnfinishedAiJob,
  type OverviewOfRole,
} from '@training/shared/overview/overview';
import { z } from 'zod';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { JOB_IS_LISTED_FOR_OWNER } from '../ai/jobs/destination.ts';
import { UNFINISHED_AI_JOB_STATES_SQL } from '../ai/files/unfinished-jobs.ts';
import { requireJobOwnerId } from '../ai/files/stored-file.ts';
import { createContextWithPermission } from './context-with-permission.ts';

/** SQL condition that `:me` created module `m` or wrote in it. */
export const MODULE_IS_WRITTEN_BY_ME = `(m.created_by is not distinct from :me::uuid or exists (
    select from module_contributors o
    where o.workspace_id = :workspaceId and o.module_id = m.id and o.user_id = :me::uuid))` as const;

const DRAFTS = defineStatement({
  name: 'list-drafts-of-department',
  scope: 'tenant',
  row: z.strictObject({ total: z.number(), lines: z.array(OwnModuleDraft) }),
  sql: `
with drafts as materialized (
  select m.id, m.course_id, coalesce(m.working ->> 'title', m.title) as title, c.title as course,
    m.workflow = 'rejected' as rejected, ${MODULE_IS_WRITTEN_BY_ME} as own,
    greatest(m.updated_at, (select max(s.updated_at) from sections s
      where s.workspace_id = :workspaceId and s.module_id = m.id)) as changed_at
  from courses c join modules m on m.workspace_id = :workspaceId and m.course_id = c.id
  where c.workspace_id = :workspaceId and (:ownDepartment::uuid is null or c.department_id = :ownDepartment)
    and m.workflow in ('draft', 'rejected') and m.status <> 'archived'
), first as (
  select * from drafts order by own desc, changed_at desc, id limit ${MAX_OVERVIEW_LIST_ROWS}
)
select (select least(count(*), ${MAX_MENU_COUNT})::integer from drafts) as total,
  coalesce((select json_agg(json_build_object(
    'module_id', id, 'course_id', course_id, 'title', title, 'course', course, 'rejected', rejected,
    'changed_at', to_iso(changed_at)) order by own desc, changed_at desc, id) from first), '[]') as lines`,
});

/** Lists the department's unsubmitted modules: the caller's own first, then by last change. */
export function listDepartmentDrafts(ctx: Context): Promise<OverviewOfRole<'trainer'>['drafts']> {
  const asked = createContextWithPermission(ctx, 'content:author');
  const workspaceId = asked.workspace.id;
  return DRAFTS.one(asked.db.pool, {
    workspaceId,
    ownDepartment: departmentLimitOf(asked),
    me: requireJobOwnerId(asked),
  });
}

/** Number of newest jobs searched for pending ones: older jobs have long ended. */
const NEWEST = 100;

const JOBS = defineStatement({
  name: 'list-waiting-jobs',
  scope: 'tenant',
  row: z.strictObject({ total: z.number(), lines: z.array(UnfinishedAiJob) }),
  sql: `
with newest as (
  select * from ai_jobs where workspace_id = :workspaceId and created_by = :owner and ${JOB_IS_LISTED_FOR_OWNER}
  order by created_at desc, id desc limit ${NEWEST}
), waiting as materialized (
  select * from newest where state in ${UNFINISHED_AI_JOB_STATES_SQL}
), first as (
  select * from waiting order by created_at desc, id desc limit ${MAX_OVERVIEW_LIST_ROWS}
)
select (select count(*)::integer from waiting) as total,
  coalesce((select json_agg(json_build_object(
    'id', id, 'title', title, 'state', state, 'created_at', to_iso(created_at)) order by created_at desc, id desc)
    from first), '[]') as lines`,
});

/** Lists the caller's unfinished AI jobs. */
export function listOwnUnfinishedAiJobs(ctx: Context): Promise<OverviewOfRole<'trainer'>['jobs']> {
  const { db, workspace, actor } = createContextWithPermission(ctx, 'content:author');
  return JOBS.one(db.pool, { workspaceId: workspace.id, owner: requireJobOwnerId({ actor }) });
}
