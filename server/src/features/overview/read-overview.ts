import {
  MAX_MENU_COUNT,
  MAX_OVERVIEW_LIST_ROWS,
  NewSuggestion,
  UnresolvedReviewQuery,
  type Overview,
  type OverviewOfRole,
  type WorkspaceSetUpChecklist,
  WorkspaceSetUpStep,
} from '@training/shared/overview/overview';
import { z } from 'zod';
import { requireActingPerson, type AiContext, type Context, departmentLimitOf } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { requireJobOwnerId } from '../ai/files/stored-file.ts';
import { readTrainingFigures } from '../analytics/read-training-figures.ts';
import { readAiCapabilitiesWithKey } from '../provider-keys/read-ai-availability.ts';
import { MODULE_IS_SENT_BACK } from '../reviews/queue/list-reviews.ts';
import {
  listLatestAuditedChanges,
  listOldestWaitingReviews,
  listPeopleOverdueOrExpiring,
  readSuperAdminAttention,
} from './attention.ts';
import { COUNT_PENDING_SUGGESTIONS } from './count-statements.ts';
import { MODULE_IS_WRITTEN_BY_ME, listDepartmentDrafts, listOwnUnfinishedAiJobs } from './drafts-and-jobs.ts';
import { createContextWithPermission } from './context-with-permission.ts';

const NEWEST = defineStatement({
  name: 'list-newest-suggestions',
  scope: 'tenant',
  row: NewSuggestion,
  sql: `
select id, title, source_name, to_iso(created_at) as created_at from suggestions
where workspace_id = :workspaceId and status = 'pending'
  and (:ownDepartment::uuid is null or department_id is null or department_id = :ownDepartment)
order by suggestions.created_at desc, id desc limit ${MAX_OVERVIEW_LIST_ROWS}`,
});

/** Lists the newest pending suggestions visible to the caller. */
async function newSuggestions(ctx: Context): Promise<OverviewOfRole<'trainer'>['suggestions']> {
  const asked = createContextWithPermission(ctx, 'suggestions:read');
  const seen = { workspaceId: asked.workspace.id, ownDepartment: departmentLimitOf(asked) };
  const { waiting } = await COUNT_PENDING_SUGGESTIONS.one(asked.db.pool, seen);
  return { total: waiting, lines: await NEWEST.all(asked.db.pool, seen) };
}

/** Reads open queries of sections that are still sent back; resubmitting answers them. */
const OPEN_QUERIES = defineStatement({
  name: 'list-open-queries',
  scope: 'tenant',
  row: z.strictObject({ total: z.number(), lines: z.array(UnresolvedReviewQuery) }),
  sql: `
with open as materialized (
  select r.id, r.module_id, m.course_id, coalesce(m.working ->> 'title', m.title) as title, r.section, r.item_id, r.body,
    r.author_name, r.at, ${MODULE_IS_WRITTEN_BY_ME} as own
  from modules m
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  join sections s on s.workspace_id = :workspaceId and s.module_id = m.id and s.state = 'queried'
  join review_comments r on r.workspace_id = :workspaceId and r.module_id = m.id and r.section = s.kind
    and r.kind = 'query' and r.resolved_at is null
  where m.workspace_id = :workspaceId and ${MODULE_IS_SENT_BACK}
    and (:ownDepartment::uuid is null or c.department_id = :ownDepartment)
), first as (
  select * from open order by own desc, at, id limit ${MAX_OVERVIEW_LIST_ROWS}
)
select (select least(count(*), ${MAX_MENU_COUNT})::integer from open) as total,
  coalesce((select json_agg(json_build_object(
    'comment_id', id, 'module_id', module_id, 'course_id', course_id, 'title', title, 'section', section,
    'item_id', item_id, 'body', left(body, 300), 'by', author_name, 'at', to_iso(at)) order by own desc, at, id)
    from first), '[]') as lines`,
});

/** Lists the department's open queries: those on the caller's own modules first, then longest wait first. */
function openQueries(ctx: Context): Promise<OverviewOfRole<'trainer'>['queries']> {
  const asked = createContextWithPermission(ctx, 'content:author');
  return OPEN_QUERIES.one(asked.db.pool, {
    workspaceId: asked.workspace.id,
    ownDepartment: departmentLimitOf(asked),
    me: requireActingPerson(asked).id,
  });
}

const READ = defineStatement({
  name: 'read-set-up',
  scope: 'tenant',
  row: z.strictObject({
    away: z.boolean(),
    people: z.boolean(),
    course: z.boolean(),
    token: z.boolean(),
    channel: z.boolean(),
    time_zone: z.boolean(),
  }),
  sql: `
select exists (select from set_up_put_away where workspace_id = :workspaceId and user_id = :me) as away,
  exists (select from users where workspace_id = :workspaceId and id <> :me) as people,
  exists (select from courses where workspace_id = :workspaceId) as course,
  exists (select from api_tokens where workspace_id = :workspaceId and revoked_at is null) as token,
  exists (select from chat_connections where workspace_id = :workspaceId and state <> 'untested')
    or exists (select from drive_connections where workspace_id = :workspaceId and state <> 'disconnected') as channel,
  time_zone <> 'UTC' as time_zone
from workspaces where id = :workspaceId`,
});

/** Lists the steps for setting up a workspace, with their actual state; null if all are done or the list was hidden. */
async function readSetUp(ctx: AiContext): Promise<WorkspaceSetUpChecklist | null> {
  const asked = createContextWithPermission(ctx, 'workspace:write');
  const { away, ...found } = await READ.one(asked.db.pool, {
    workspaceId: asked.workspace.id,
    me: requireJobOwnerId(asked),
  });
  if (away) return null;
  const done: Record<WorkspaceSetUpStep, boolean> = {
    ai: (await readAiCapabilitiesWithKey(asked)).generation,
    ...found,
  };
  const steps = WorkspaceSetUpStep.options.map((step) => ({ step, done: done[step] }));
  return steps.every((step) => step.done) ? null : steps;
}

/** Reads the start page for the caller's role (rules/overview 1). Its parts are read sequentially. */
export async function readOverview(ctx: AiContext): Promise<Overview> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only people have a start page. Sign in to the console.');
  const { role } = actor;
  if (role === 'learner') return { role };
  const standing = await readTrainingFigures(createContextWithPermission(ctx, 'learners:compare'));
  switch (role) {
    case 'super_admin':
      return {
        role,
        attention: await readSuperAdminAttention(ctx),
        behind: await listPeopleOverdueOrExpiring(ctx),
        set_up: await readSetUp(ctx),
        standing,
      };
    case 'trainer':
      return {
        role,
        queries: await openQueries(ctx),
        drafts: await listDepartmentDrafts(ctx),
        jobs: await listOwnUnfinishedAiJobs(ctx),
        suggestions: await newSuggestions(ctx),
        standing,
      };
    case 'content_manager':
      return { role, reviews: await listOldestWaitingReviews(ctx), standing };
    case 'auditor':
      return { role, changes: await listLatestAuditedChanges(ctx), standing };
  }
}
