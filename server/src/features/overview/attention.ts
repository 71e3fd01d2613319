import {
  MAX_OVERVIEW_LIST_ROWS,
  WaitingReview,
  type SuperAdminAttentionItems,
  PersonOverdueOrExpiring,
} from '@training/shared/overview/overview';
import { z } from 'zod';
import type { AiContext, Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { listProviderKeys } from '../provider-keys/list-provider-keys.ts';
import { MODULE_IS_HALF_SENT_BACK, MODULE_IS_IN_REVIEW } from '../reviews/queue/list-reviews.ts';
import { listTokens } from '../tokens/list-tokens.ts';
import { COUNT_WAITING_REVIEWS } from './count-statements.ts';
import { createContextWithPermission } from './context-with-permission.ts';
import { AuditEvent } from '@training/shared/audit/audit';

/** Number of people shown per list: overdue, and with expiring certificates. */
const EACH = 3;

/** Period in which a certificate counts as expiring soon, the same as in analytics. */
const SOON = `interval '30 days'`;

/**
 * Reads the people overdue for longest and those whose certificates expire first: the first counted entries of an index
 * each.
 */
const PEOPLE_BEHIND = defineStatement({
  name: 'list-people-behind',
  scope: 'tenant',
  // A cached plan from when the tables were empty would use another index.
  unprepared: true,
  row: PersonOverdueOrExpiring,
  sql: `
with found as materialized (
  (select 'overdue' as list, 1 as place, e.due_at as until, e.id from enrollments e
   join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
   where e.workspace_id = :workspaceId and e.counted and e.completed_at is null and e.due_at is not null and e.is_active
     and e.due_at <= :now::timestamptz and m.status = 'published'
   order by e.due_at limit ${EACH})
  union all
  (select 'expiring', 2, e.certified_until, e.id from enrollments e
   where e.workspace_id = :workspaceId and e.counted and e.certified_until is not null and e.is_active
     and e.certified_until > :now::timestamptz and e.certified_until <= :now::timestamptz + ${SOON}
   order by e.certified_until limit ${EACH})
)
select e.id as enrollment_id, u.id as user_id, u.full_name, m.title as module, f.list,
  to_char((f.until - interval '1 ms') at time zone w.time_zone, 'YYYY-MM-DD') as day
from found f
join enrollments e on e.workspace_id = :workspaceId and e.id = f.id
join users u on u.workspace_id = :workspaceId and u.id = e.user_id
join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
join workspaces w on w.id = :workspaceId
order by f.place, f.until, e.id`,
});

/** Lists the people overdue for longest, and those whose certificates expire first. */
export function listPeopleOverdueOrExpiring(ctx: Context): Promise<PersonOverdueOrExpiring[]> {
  const { db, workspace, now } = createContextWithPermission(ctx, 'learners:compare');
  return PEOPLE_BEHIND.all(db.pool, { workspaceId: workspace.id, now });
}

/** Number of newest entries read, so that many draft edits on one day don't raise the cost. */
const EVENTS_READ = 200;

/** Number of entries shown. */
const SHOWN = 6;

/** Repeated actions by one person on one subject count as one change, at its last time. */
const LAST_CHANGES = defineStatement({
  name: 'list-last-changes',
  scope: 'tenant',
  row: AuditEvent,
  sql: `
with newest as materialized (
  select * from audit_events where workspace_id = :workspaceId order by at desc, id desc limit ${EVENTS_READ}
), each as (
  select distinct on (actor_id, action, subject_id) * from newest where action not in ('user.signed_in', 'user.language_chosen')
  order by actor_id, action, subject_id, at desc, id desc
)
select id, to_iso(at) as at, action, json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name) as actor,
  json_build_object('kind', subject_kind, 'id', subject_id, 'name', subject_name) as subject, changes, request_id, ip
from each order by each.at desc, each.id desc limit ${SHOWN}`,
});

/** Lists the latest changes, without sign-ins and chosen languages. */
export function listLatestAuditedChanges(ctx: Context): Promise<AuditEvent[]> {
  const { db, workspace } = createContextWithPermission(ctx, 'audit:read');
  return LAST_CHANGES.all(db.pool, { workspaceId: workspace.id });
}

/** SQL for each state in the order of its index, limited to the length of the list. */
const oldest = <const Condition extends string>(condition: Condition) =>
  `(select m.* from modules m where m.workspace_id = :workspaceId and ${condition}
    order by m.submitted_at, m.id limit :limit::bigint)` as const;

const OLDEST_REVIEWS = defineStatement({
  name: 'list-oldest-reviews',
  scope: 'tenant',
  row: z.strictObject({ lines: z.array(WaitingReview) }),
  sql: `
with oldest as materialized (
  select * from (${oldest(MODULE_IS_IN_REVIEW)} union all ${oldest(MODULE_IS_HALF_SENT_BACK)}) m order by submitted_at, id limit :limit::bigint
)
select coalesce(json_agg(json_build_object(
  'module_id', m.id, 'title', coalesce(m.working ->> 'title', m.title), 'round', m.round, 'department', d.name,
  'submitted_by', coalesce(m.submitted_by_name, ''), 'submitted_at', to_iso(m.submitted_at),
  'claimed_by', m.claimed_by_name) order by m.submitted_at, m.id), '[]') as lines
from oldest m
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
left join departments d on d.workspace_id = :workspaceId and d.id = c.department_id`,
});

/** Lists the modules that wait for a decision, oldest first. */
export async function listOldestWaitingReviews(
  ctx: Context,
  limit = MAX_OVERVIEW_LIST_ROWS,
): Promise<SuperAdminAttentionItems['reviews']> {
  const { db, workspace } = createContextWithPermission(ctx, 'review_queue:read');
  const { waiting } = await COUNT_WAITING_REVIEWS.one(db.pool, { workspaceId: workspace.id });
  const { lines } = await OLDEST_REVIEWS.one(db.pool, { workspaceId: workspace.id, limit });
  return { total: waiting, lines };
}

async function failingKeys(ctx: AiContext): Promise<SuperAdminAttentionItems['failing_keys']> {
  const { capabilities } = await listProviderKeys(createContextWithPermission(ctx, 'provider_keys:write'));
  return capabilities.flatMap(({ capability, own, parked_jobs }) =>
    own?.failing_since
      ? [
          {
            capability,
            provider: own.provider,
            since: own.failing_since,
            outcome: own.last_error?.outcome ?? null,
            parked_jobs,
          },
        ]
      : [],
  );
}

async function unusedTokens(ctx: Context): Promise<SuperAdminAttentionItems['unused_tokens']> {
  const { tokens } = await listTokens(createContextWithPermission(ctx, 'tokens:write'));
  const unused = tokens.filter(({ unused }) => unused);
  const lines = unused.map(({ id, name, last_used }) => ({ id, name, last_used_at: last_used?.at ?? null }));
  return { total: unused.length, lines: lines.slice(0, MAX_OVERVIEW_LIST_ROWS) };
}

/** Reads everything that needs a super admin's attention. */
export async function readSuperAdminAttention(ctx: AiContext): Promise<SuperAdminAttentionItems> {
  const failing_keys = await failingKeys(ctx);
  const reviews = await listOldestWaitingReviews(ctx, 1);
  return { failing_keys, reviews, unused_tokens: await unusedTokens(ctx) };
}
