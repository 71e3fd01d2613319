import {
  MAX_UNSEEN_COUNT,
  type InboxPage,
  type InboxUnseenCount,
  type ListInbox,
  type MarkInboxSeen,
} from '@training/shared/notifications/inbox';
import type { Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { AppError } from '../../core/errors.ts';
import { INBOX_TRAINING_CAN_BE_SHOWN } from './is-true-sql.ts';
import { NOTIFICATION_JSON_FIELDS_SQL } from './notification-json.ts';
import { GROWING_NOTIFICATION_KINDS_SQL } from './store-notifications-sql.ts';
import { inTransaction } from '../../core/transaction.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { inboxLiveTopicOf } from './notification-topics.ts';

/** Newest notifications of a person that are folded, and so listed and counted; older ones show once those are gone. */
const MOST_FOLDED = 1_000;

/** SQL text of the subject of the notification `i`. One entry shows all of a kind about the same module or subject. */
const SUBJECT = `coalesce(i.facts ->> 'module_id', i.subject_id::text, i.subject_name)`;

/**
 * SQL columns that identify the content of a notification, whatever its channel. Never null, so that a hash join works.
 */
const what = (row: string) =>
  `${row}.kind, ${row}.round, coalesce(${row}.subject_id, '00000000-0000-0000-0000-000000000000'), coalesce(${row}.part, '')`;

const MARK_SEEN = defineStatement({
  name: 'mark-inbox-seen',
  scope: 'tenant',
  sql: `
with shown as (
  select i.kind, ${SUBJECT} as subject, max(i.at) as at from notifications i
  where workspace_id = :workspaceId and recipient_id = :me and id = any (:ids::uuid[]) group by 1, 2
), seen as (
  update notifications i set seen_at = :now::timestamptz
  where workspace_id = :workspaceId and recipient_id = :me and channel = 'inbox' and state = 'sent' and seen_at is null
    and (at < :olderThan::timestamptz or exists (
      select from shown s where s.kind = i.kind and s.subject = ${SUBJECT} and i.at <= s.at))
    and ${INBOX_TRAINING_CAN_BE_SHOWN}
  returning kind, subject_id, round, part
), not_mailed as (
  update notifications n set state = 'suppressed', reason = 'seen', due_at = null, finished_at = :now::timestamptz
  from seen s
  where n.workspace_id = :workspaceId and n.recipient_id = :me and n.channel = 'email' and n.state = 'pending'
    and (${what('n')}) = (${what('s')})
)
select 1 from seen limit 1`,
});

/**
 * Marks notifications as seen: those shown to the caller with what is folded into them and, if requested, all older
 * ones. Seen notifications aren't mailed any more (rules/notifications 5).
 */
export async function markInboxNotificationsSeen(
  ctx: Context,
  { ids, older_than }: MarkInboxSeen,
): Promise<InboxUnseenCount> {
  const me = inboxOwnerIdOf(ctx);
  const workspaceId = ctx.workspace.id;
  await inTransaction(ctx, async (em) => {
    const seen = await MARK_SEEN.run(em, { workspaceId, me, ids, olderThan: older_than ?? null, now: ctx.now });
    if (seen > 0) await publishTopics(em, inboxLiveTopicOf(workspaceId, me));
  });
  return countUnseenNotifications(ctx);
}

/** Number of entries of the user with something unseen, counted up to the maximum that is displayed. */
const UNSEEN = `(
  select count(*)::integer from (
    select distinct kind, subject from (
      select kind, ${SUBJECT} as subject from notifications i
    where workspace_id = :workspaceId and recipient_id = :me and channel = 'inbox' and state = 'sent' and seen_at is null
      and ${INBOX_TRAINING_CAN_BE_SHOWN}
      limit ${MOST_FOLDED}) i
    limit ${MAX_UNSEEN_COUNT}) u)` as const;

/** Creates a statement for each list, as each has its own index. */
const list = (name: string, unseen: '' | 'and seen_at is null') =>
  defineStatement({
    name,
    scope: 'tenant',
    row: JsonRow,
    sql: `
with newest as materialized (
  select *, ${SUBJECT} as folded_by from notifications i
  where workspace_id = :workspaceId and recipient_id = :me and channel = 'inbox' and state = 'sent' ${unseen}
    and ${INBOX_TRAINING_CAN_BE_SHOWN}
  order by at desc, id desc limit ${MOST_FOLDED}
), folded as (
  select distinct on (kind, folded_by) id, at, category, kind, by_name, subject_kind, subject_id, subject_name,
    count(*) over same as count, bool_and(seen_at is not null) over same as seen,
    case when kind in ${GROWING_NOTIFICATION_KINDS_SQL} then facts || jsonb_build_object('count', sum((facts ->> 'count')::integer) over same)
      else facts end as facts
  from newest window same as (partition by kind, folded_by)
  order by kind, folded_by, at desc, id desc
), page as (
  select * from folded where (at, id) < (:at::timestamptz, :id::uuid) order by at desc, id desc limit :limit::integer + 1
), shown as (
  select *, row_number() over (order by at desc, id desc) as place from page
)
select json_build_object(
  'items', coalesce((
    select json_agg(json_build_object(${NOTIFICATION_JSON_FIELDS_SQL}, 'seen', n.seen, 'count', n.count) order by n.at desc, n.id desc)
    from shown n where n.place <= :limit::integer), '[]'),
  'next', (
    select json_build_object('at', to_iso(l.at), 'id', l.id) from shown l
    where l.place = :limit::integer and exists (select from shown where place > :limit::integer)),
  'unseen', ${UNSEEN}
)::text as json`,
  });

const LIST_ALL = list('list-inbox', '');
const LIST_UNSEEN = list('list-unseen-inbox', 'and seen_at is null');

/** A cursor later than any notification. */
const FIRST_PAGE = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Lists the caller's inbox, folded by kind and module, newest first (rules/notifications 12). */
export async function listInbox(ctx: Context, { unseen, after = FIRST_PAGE, limit }: ListInbox): Promise<InboxPage> {
  const asked = { workspaceId: ctx.workspace.id, me: inboxOwnerIdOf(ctx), at: after.at, id: after.id, limit };
  const { json } = await (unseen ? LIST_UNSEEN : LIST_ALL).one(ctx.db.pool, asked);
  return createPreparedJson(json);
}

const COUNT = defineStatement({
  name: 'count-unseen-inbox',
  scope: 'tenant',
  row: JsonRow,
  sql: `select json_build_object('unseen', ${UNSEEN})::text as json`,
});

export async function countUnseenNotifications(ctx: Context): Promise<InboxUnseenCount> {
  const { json } = await COUNT.one(ctx.db.pool, { workspaceId: ctx.workspace.id, me: inboxOwnerIdOf(ctx) });
  return createPreparedJson(json);
}

/**
 * Returns the id of the calling user.
 * @throws AppError `forbidden` if the caller isn't a person: only people have an inbox
 */
export function inboxOwnerIdOf({ actor }: Pick<Context, 'actor'>): string {
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only people have notifications. Sign in to the console.');
  return actor.id;
}
