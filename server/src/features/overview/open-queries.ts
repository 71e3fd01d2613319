import {
  MOST_COUNTED,
  MOST_LINES,
  OpenQuery,
  type OverviewOf,
  NewSuggestion,
} from '@training/shared/overview/overview';
import { z } from 'zod';
import { actingPersonOf, ownDepartment, type Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { SENT_BACK } from '../reviews/queue/list-reviews.ts';
import { withPermission } from './with-permission.ts';
import { OWN_FIRST } from './drafts-and-jobs.ts';
import { COUNT_SUGGESTIONS } from './count-statements.ts';

const NEWEST = defineStatement({
  name: 'list-newest-suggestions',
  scope: 'tenant',
  row: NewSuggestion,
  sql: `
select id, title, source_name, to_iso(created_at) as created_at from suggestions
where workspace_id = :workspaceId and status = 'pending'
  and (:ownDepartment::uuid is null or department_id is null or department_id = :ownDepartment)
order by suggestions.created_at desc, id desc limit ${MOST_LINES}`,
});

/** Lists the newest pending suggestions visible to the caller. */
export async function newSuggestions(ctx: Context): Promise<OverviewOf<'trainer'>['suggestions']> {
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
    r.author_name, r.at, ${OWN_FIRST} as own
  from modules m
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  join sections s on s.workspace_id = :workspaceId and s.module_id = m.id and s.state = 'queried'
  join review_comments r on r.workspace_id = :workspaceId and r.module_id = m.id and r.section = s.kind
    and r.kind = 'query' and r.resolved_at is null
  where m.workspace_id = :workspaceId and ${SENT_BACK}
    and (:ownDepartment::uuid is null or c.department_id = :ownDepartment)
), first as (
  select * from open order by own desc, at, id limit ${MOST_LINES}
)
select (select least(count(*), ${MOST_COUNTED})::integer from open) as total,
  coalesce((select json_agg(json_build_object(
    'comment_id', id, 'module_id', module_id, 'course_id', course_id, 'title', title, 'section', section,
    'item_id', item_id, 'body', left(body, 300), 'by', author_name, 'at', to_iso(at)) order by own desc, at, id)
    from first), '[]') as lines`,
});

/** Lists the department's open queries: those on the caller's own modules first, then longest wait first. */
export function openQueries(ctx: Context): Promise<OverviewOf<'trainer'>['queries']> {
  const asked = withPermission(ctx, 'content:author');
  return OPEN_QUERIES.one(asked.db.pool, {
    workspaceId: asked.workspace.id,
    ownDepartment: ownDepartment(asked),
    me: actingPersonOf(asked).id,
  });
}
