import type {
  TracedNotificationPage,
  TraceNotifications,
  NotificationRef,
  NotificationExplanation,
} from '@training/shared/notifications/inbox';
import type { Context } from '../../../core/context.ts';
import { defineStatement, JsonRow } from '../../../database/statements/statement.ts';
import { createPreparedJson } from '../../../platform/prepared-json.ts';
import { NOTIFYING_EVENT_TYPES } from '../fan-out/fan-out.ts';
import { hasPermissionSql } from '../recipients-by-permission.ts';
import {
  NOTIFICATION_OUTCOME_JSON_FIELDS_SQL,
  NOTIFICATION_JSON_FIELDS_SQL,
  hasSameContentSql,
} from '../notification-json.ts';
import { AppError } from '../../../core/errors.ts';
import { inboxOwnerIdOf } from '../list-inbox.ts';

const WHY = defineStatement({
  name: 'explain-delivery',
  scope: 'tenant',
  row: JsonRow,
  sql: `
select json_build_object(${NOTIFICATION_JSON_FIELDS_SQL}, 'because', n.because, 'deliveries', (
  select json_agg(json_build_object(${NOTIFICATION_OUTCOME_JSON_FIELDS_SQL}) order by array_position(array['inbox', 'email'], n.channel))
  from notifications n
  where n.workspace_id = :workspaceId and n.recipient_id = :me and ${hasSameContentSql('n', 't')}))::text as json
from notifications n
join notifications t on t.workspace_id = :workspaceId and t.id = n.id
where n.workspace_id = :workspaceId and n.id = :id and n.recipient_id = :me`,
});

/**
 * Explains why the caller was notified, and the outcome in each channel. The id can be that of the inbox's or the
 * mail's notification.
 * @throws AppError `notification_not_found`, also for another user's
 */
export async function explainNotification(ctx: Context, { id }: NotificationRef): Promise<NotificationExplanation> {
  const found = await WHY.first(ctx.db.pool, { workspaceId: ctx.workspace.id, id, me: inboxOwnerIdOf(ctx) });
  if (!found) throw new AppError('notification_not_found', `There is no notification ${id} for you in this workspace.`);
  return createPreparedJson(found.json);
}

/**
 * The notifications of an event. A suggestion is part of a daily message per recipient, which stores the range of its
 * events.
 */
const OF_EVENT = `(
  select * from notifications where workspace_id = :workspaceId and event_id = :eventId::uuid
  union all
  select n.* from outgoing_events o
  join notifications n on n.workspace_id = :workspaceId and n.kind = 'suggestions.new'
    and o.sequence between n.first_sequence and n.last_sequence
    and n.at between o.at - interval '2 days' and o.at + interval '2 days'
  left join users u on u.workspace_id = :workspaceId and u.id = n.recipient_id
  where o.workspace_id = :workspaceId and o.id = :eventId::uuid and o.type = 'suggestion.created' and (
    u.id is null or o.data ->> 'department_id' is null
    or ${hasPermissionSql('suggestions:dismiss', `(o.data ->> 'department_id')::uuid`)}))` as const;

/** The event itself, and the outcome if it can be known. */
const EVENT = `(
  select json_build_object('id', a.id, 'at', to_iso(a.at), 'action', a.action, 'name', a.subject_name,
    'by', json_build_object('kind', a.actor_kind, 'id', a.actor_id, 'name', a.actor_name),
    'outcome', case
      when exists (select from page) then 'told'
      when o.id is null and a.at < :now::timestamptz - interval '30 days' then 'forgotten'
      when not coalesce(o.type = any (:notified::text[]), false) then 'not_notified'
      when o.sequence is null then 'not_yet'
      else 'nobody' end)
  from audit_events a left join outgoing_events o on o.workspace_id = :workspaceId and o.id = a.id
  where a.workspace_id = :workspaceId and a.id = :eventId::uuid)` as const;

/** Planned for the given filters each time: events and users have their own indexes. */
const trace = <const From extends string, const Event extends string>(name: string, from: From, event: Event) =>
  defineStatement({
    name,
    scope: 'tenant',
    unprepared: true,
    row: JsonRow,
    sql: `
with page as materialized (
  select n.* from ${from} n
  where n.workspace_id = :workspaceId
    and (:recipientId::uuid is null or n.recipient_id = :recipientId)
    and (:category::text is null or n.category = :category)
    and (:channel::text is null or n.channel = :channel)
    and (:state::text is null or n.state = :state)
    and (n.at, n.id) < (:at::timestamptz, :id::uuid)
  order by n.at desc, n.id desc limit :limit::integer + 1
), shown as (
  select *, row_number() over (order by at desc, id desc) as place from page
)
select json_build_object(
  'event', ${event},
  'notifications', coalesce((
    select json_agg(json_build_object(${NOTIFICATION_JSON_FIELDS_SQL}, ${NOTIFICATION_OUTCOME_JSON_FIELDS_SQL}, 'event_id', n.event_id, 'because', n.because,
      'recipient', case when u.id is not null then json_build_object('id', u.id, 'name', u.full_name) end,
      'attempts', n.attempts, 'error', n.error, 'seen_at', to_iso(n.seen_at)) order by n.at desc, n.id desc)
    from shown n left join users u on u.workspace_id = :workspaceId and u.id = n.recipient_id
    where n.place <= :limit::integer), '[]'),
  'next', (
    select json_build_object('at', to_iso(l.at), 'id', l.id) from shown l
    where l.place = :limit::integer and exists (select from shown where place > :limit::integer))
)::text as json`,
  });

const TRACE = trace('trace-notifications', 'notifications', 'null::json');
const TRACE_EVENT = trace('trace-notifications-of-event', OF_EVENT, EVENT);

/** A cursor later than any notification. */
const FIRST_PAGE = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Lists notifications, including those not sent, with the reason; optionally of one event (rules/notifications 8). */
export async function listNotificationOutcomes(
  ctx: Context,
  input: TraceNotifications,
): Promise<TracedNotificationPage> {
  const { event_id: eventId, recipient_id = null, category = null, channel = null, state = null } = input;
  const { at, id } = input.after ?? FIRST_PAGE;
  const filters = { recipientId: recipient_id, category, channel, state, at, id, limit: input.limit };
  const asked = { workspaceId: ctx.workspace.id, ...filters };
  const { json } = eventId
    ? await TRACE_EVENT.one(ctx.db.pool, { ...asked, eventId, now: ctx.now, notified: NOTIFYING_EVENT_TYPES })
    : await TRACE.one(ctx.db.pool, asked);
  return createPreparedJson(json);
}
