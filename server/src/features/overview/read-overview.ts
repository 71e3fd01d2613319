import {
  MOST_COUNTED,
  MOST_OVERVIEW_ROWS,
  NewSuggestion,
  OpenQuery,
  type Overview,
  type OverviewOfRole,
  type SetUp,
  SetUpStep,
} from '@training/shared/overview/overview';
import { z } from 'zod';
import { actingPersonOf, type AiContext, type Context, ownDepartment } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { jobOwnerOf } from '../ai/files/stored-file.ts';
import { readStanding } from '../analytics/read-standing.ts';
import { readAvailability } from '../provider-keys/read-availability.ts';
import { SENT_BACK } from '../reviews/queue/list-reviews.ts';
import { lastChanges, oldestReviews, overduePeople, readAttention } from './attention.ts';
import { COUNT_SUGGESTIONS } from './count-statements.ts';
import { IS_OWN_DRAFT, ownDrafts, waitingJobs } from './drafts-and-jobs.ts';
import { withPermission } from './with-permission.ts';

const NEWEST = defineStatement({
  name: 'list-newest-suggestions',
  scope: 'tenant',
  row: NewSuggestion,
  sql: `
select id, title, source_name, to_iso(created_at) as created_at from suggestions
where workspace_id = :workspaceId and status = 'pending'
  and (:ownDepartment::uuid is null or department_id is null or department_id = :ownDepartment)
order by suggestions.created_at desc, id desc limit ${MOST_OVERVIEW_ROWS}`,
});

/** Lists the newest pending suggestions visible to the caller. */
async function newSuggestions(ctx: Context): Promise<OverviewOfRole<'trainer'>['suggestions']> {
  const asked = withPermission(ctx, 'suggestions:read');
  const seen = { workspaceId: asked.workspace.id, ownDepartment: ownDepartment(asked) };
  const { waiting } = await COUNT_SUGGESTIONS.one(asked.db.pool, seen);
  return { total: waiting, lines: await NEWEST.all(asked.db.pool, seen) };
}

/** Reads open queries of sections that are still sent back; resubmitting answers them. */
const OPEN_QUERIES = defineStatement({
  name: 'list-open-queries',
  scope: 'tenant',
  row: z.strictObject({ total: z.number(), lines: z.array(OpenQuery) }),
  sql: `
with open as materialized (
  select r.id, r.module_id, m.course_id, coalesce(m.working ->> 'title', m.title) as title, r.section, r.item_id, r.body,
    r.author_name, r.at, ${IS_OWN_DRAFT} as own
  from modules m
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  join sections s on s.workspace_id = :workspaceId and s.module_id = m.id and s.state = 'queried'
  join review_comments r on r.workspace_id = :workspaceId and r.module_id = m.id and r.section = s.kind
    and r.kind = 'query' and r.resolved_at is null
  where m.workspace_id = :workspaceId and ${SENT_BACK}
    and (:ownDepartment::uuid is null or c.department_id = :ownDepartment)
), first as (
  select * from open order by own desc, at, id limit ${MOST_OVERVIEW_ROWS}
)
select (select least(count(*), ${MOST_COUNTED})::integer from open) as total,
  coalesce((select json_agg(json_build_object(
    'comment_id', id, 'module_id', module_id, 'course_id', course_id, 'title', title, 'section', section,
    'item_id', item_id, 'body', left(body, 300), 'by', author_name, 'at', to_iso(at)) order by own desc, at, id)
    from first), '[]') as lines`,
});

/** Lists the department's open queries: those on the caller's own modules first, then longest wait first. */
function openQueries(ctx: Context): Promise<OverviewOfRole<'trainer'>['queries']> {
  const asked = withPermission(ctx, 'content:author');
  return OPEN_QUERIES.one(asked.db.pool, {
    workspaceId: asked.workspace.id,
    ownDepartment: ownDepartment(asked),
    me: actingPersonOf(asked).id,
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
async function readSetUp(ctx: AiContext): Promise<SetUp | null> {
  const asked = withPermission(ctx, 'workspace:write');
  const { away, ...found } = await READ.one(asked.db.pool, { workspaceId: asked.workspace.id, me: jobOwnerOf(asked) });
  if (away) return null;
  const done: Record<SetUpStep, boolean> = { ai: (await readAvailability(asked)).generation, ...found };
  const steps = SetUpStep.options.map((step) => ({ step, done: done[step] }));
  return steps.every((step) => step.done) ? null : steps;
}

/** Reads the start page for the caller's role (rules/overview 1). Its parts are read sequentially. */
export async function readOverview(ctx: AiContext): Promise<Overview> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only people have a start page. Sign in to the console.');
  const { role } = actor;
  if (role === 'learner') return { role };
  const standing = await readStanding(withPermission(ctx, 'learners:compare'));
  switch (role) {
    case 'super_admin':
      return {
        role,
        attention: await readAttention(ctx),
        behind: await overduePeople(ctx),
        set_up: await readSetUp(ctx),
        standing,
      };
    case 'trainer':
      return {
        role,
        queries: await openQueries(ctx),
        drafts: await ownDrafts(ctx),
        jobs: await waitingJobs(ctx),
        suggestions: await newSuggestions(ctx),
        standing,
      };
    case 'content_manager':
      return { role, reviews: await oldestReviews(ctx), standing };
    case 'auditor':
      return { role, changes: await lastChanges(ctx), standing };
  }
}
