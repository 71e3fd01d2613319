import { traitsOfNotificationKind, NotificationKind } from '@training/shared/notifications/notifications';
import { publishTopicExpressionSql } from '../../platform/topic-changes.ts';
import { titleInPersonLanguageSql } from '../translations/localized-texts.ts';
import { INBOX_LIVE_TOPIC_SQL } from './notification-topics.ts';
import { isNotificationCategorySwitchedOffSql } from './notification-settings-sql.ts';

/** Seconds that a mail waits, in case its recipient sees the notification in the inbox. */
const MAIL_DELAY = 60;

/**
 * Seconds before a digest from which notifications go to the next one: they may not be committed when it is written.
 */
const BEFORE_DIGEST = 10;

const quoted = (text: string | undefined) => (text === undefined ? 'null' : `'${text}'`);

/** The kinds with their category and their timing per channel; null if a channel isn't used. */
const KINDS = NotificationKind.options
  .map((kind) => {
    const { category, channels } = traitsOfNotificationKind(kind);
    return `(${[kind, category, channels.inbox, channels.email, channels.chat].map(quoted).join(', ')})`;
  })
  .join(', ');

/** Kinds that are sent once a day. Each day has a new notification. */
const DAILY = NotificationKind.options
  .filter((kind) => Object.values(traitsOfNotificationKind(kind).channels).includes('daily'))
  .map(quoted)
  .join(', ');

/** Kinds whose daily notification grows: one row per recipient, digest and subject. */
export const GROWING_NOTIFICATION_KINDS_SQL = `('suggestions.new', 'module.source_changed')`;

/** The subject of `w`: of learners' notifications, the title of the module in the recipient's language. */
const SUBJECT_NAME = `case when w.kind like 'learning.%' and w.facts ->> 'module_id' is not null
      then ${titleInPersonLanguageSql("(w.facts ->> 'module_id')::uuid", 'w.subject_name', 'w.recipient_id')}
      else w.subject_name end` as const;

/** Settled, and therefore removed from an inbox. */
const CLEARED = `(n.channel = 'inbox' and n.state = 'suppressed' and n.reason = 'not_true')`;

/**
 * Stores the notifications of the preceding query `wanted`: a row for each channel, with the reason if it isn't sent.
 * Skips existing ones. `wanted` has the columns `event_id`, `first_sequence`, `last_sequence`, `kind`, `recipient_id`
 * (null for the chat), `because`, `by_name`, `subject_kind`, `subject_id`, `subject_name`, `part`, `round`, `facts` and
 * `reason`. Takes `:workspaceId` and `:now`, and `WORKSPACE_NOTIFICATION_SETTINGS_CTES` before it.
 */
export const STORE_NOTIFICATIONS_CTES = `
kinds (kind, category, inbox, email, chat) as (values ${KINDS}),
moments as materialized (
  select after_quiet_hours(:now::timestamptz, time_zone, quiet_from, quiet_to) as at_once,
    after_quiet_hours(:now::timestamptz + interval '${MAIL_DELAY} seconds', time_zone, quiet_from, quiet_to) as soon,
    after_quiet_hours(digest, time_zone, quiet_from, quiet_to) as daily,
    to_char(digest at time zone time_zone, 'YYYY-MM-DD') as day
  from settings cross join lateral (
    select next_local_time(:now::timestamptz + interval '${BEFORE_DIGEST} seconds', time_zone, digest_at) as digest) d
),
judged as (
  select distinct on (w.recipient_id, w.subject_id, w.kind, c.channel, w.round, w.part) w.*, k.category, c.channel,
    ${SUBJECT_NAME} as shown_name,
    case c.tells when 'at_once' then t.at_once when 'soon' then t.soon else t.daily end as due_at,
    case when k.kind in (${DAILY}) then t.day else w.part end as of,
    case
      when w.reason is not null then w.reason
      when not coalesce(u.is_active, true) then 'inactive'
      when c.channel = 'email' and u.email is null then 'no_email'
      when c.channel = 'chat' and not exists (select from chat) then 'chat_not_connected'
      when ${isNotificationCategorySwitchedOffSql('k.category', 'c.channel')} then 'switched_off'
      when c.channel = 'email' and exists (
        select from notification_unsubscribes o
        where o.workspace_id = :workspaceId and o.user_id = w.recipient_id and o.category = k.category)
        then 'unsubscribed'
    end as why_not
  from wanted w
  join kinds k on k.kind = w.kind
  cross join moments t
  cross join lateral (values ('inbox', k.inbox), ('email', k.email), ('chat', k.chat)) c (channel, tells)
  left join users u on u.workspace_id = :workspaceId and u.id = w.recipient_id
  where c.tells is not null and (c.channel = 'chat') = (w.recipient_id is null)
  order by w.recipient_id, w.subject_id, w.kind, c.channel, w.round, w.part, w.reason nulls first
),
stored as (
  insert into notifications as n (workspace_id, id, event_id, first_sequence, last_sequence, category, kind, channel,
    recipient_id, because, by_name, subject_kind, subject_id, subject_name, part, round, facts, state, reason, due_at, at,
    finished_at)
  select :workspaceId::uuid, new_id(:now::timestamptz), event_id, first_sequence, last_sequence, category, kind, channel,
    recipient_id, because, by_name, subject_kind, subject_id, shown_name, of, round, facts,
    case when why_not is not null then 'suppressed' when channel = 'inbox' then 'sent' else 'pending' end, why_not,
    case when why_not is null and channel <> 'inbox' then due_at end, :now::timestamptz,
    case when why_not is not null or channel = 'inbox' then :now::timestamptz end
  from judged
  on conflict (workspace_id, recipient_id, subject_id, kind, channel, round, part) do update set
    last_sequence = excluded.last_sequence, seen_at = null,
    -- An unseen notification keeps its place in the inbox, so that no index changes. A cleared one begins again.
    at = case when n.seen_at is null and not ${CLEARED} then n.at else excluded.at end,
    facts = case when ${CLEARED} then excluded.facts else n.facts || jsonb_build_object(
      'count', (n.facts ->> 'count')::integer + (excluded.facts ->> 'count')::integer,
      'since', least(n.facts ->> 'since', excluded.facts ->> 'since')) end,
    -- A notification that was seen in the inbox, and therefore not mailed, is mailed once it grows.
    state = case when n.state = 'suppressed' then excluded.state else n.state end,
    reason = case when n.state = 'suppressed' then excluded.reason else n.reason end,
    due_at = case when n.state = 'suppressed' then excluded.due_at else n.due_at end,
    finished_at = case when n.state = 'suppressed' then excluded.finished_at else n.finished_at end
  where n.kind in ${GROWING_NOTIFICATION_KINDS_SQL}
  returning recipient_id, channel, state, at
)` as const;

/**
 * Publishes to inboxes with new notifications, on commit. Not for unseen ones that only grow: pages get those when they
 * reload.
 */
export const PUBLISH_NEW_INBOX_TOPICS_SQL = `
select ${publishTopicExpressionSql(INBOX_LIVE_TOPIC_SQL)}
from (select distinct recipient_id from stored where channel = 'inbox' and state = 'sent' and at = :now::timestamptz) u` as const;
