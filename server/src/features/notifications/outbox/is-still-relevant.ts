import {
  RecipientReason,
  NotificationCategory,
  NotificationChannel,
  NotificationFacts,
  NotificationKind,
  NotificationSubject,
  NotSentReason,
} from '@training/shared/notifications/notifications';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { NOTIFICATION_IS_STILL_TRUE } from '../is-true-sql.ts';
import { hasPermissionSql } from '../recipients-by-permission.ts';
import {
  WORKSPACE_NOTIFICATION_SETTINGS_CTES,
  isNotificationCategorySwitchedOffSql,
} from '../notification-settings-sql.ts';
import { hasSameContentSql } from '../notification-json.ts';

/** A notification about to be sent, with its recipient's current data. */
export const DueNotification = z.strictObject({
  id: z.uuid(),
  workspace: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string(), time_zone: z.string() }),
  language: z.string().describe('The recipient’s, or else the workspace’s.'),
  channel: NotificationChannel,
  category: NotificationCategory,
  kind: NotificationKind,
  recipient: z.strictObject({ id: z.uuid(), email: z.string().nullable(), name: z.string() }).nullable(),
  because: RecipientReason,
  by: z.string().nullable(),
  subject: NotificationSubject,
  part: z.string().nullable(),
  round: z.number(),
  facts: NotificationFacts,
  at: z.iso.datetime(),
  attempts: z.number().describe('This one included.'),
  first_sequence: z.number().nullable(),
  last_sequence: z.number().nullable(),
});
export type DueNotification = z.infer<typeof DueNotification>;

const Asked = DueNotification.extend({
  reason: NotSentReason.nullable(),
  quiet_until: z.iso.datetime().nullable(),
});

/** SQL condition that the user may still see the subject. Always true for the chat channel. */
const HAS_ACCESS = `case
  when n.recipient_id is null then true
  when n.category in ('module_submitted', 'approval_reminders') and n.kind <> 'query.waits' then
    ${hasPermissionSql('reviews:decide', 'c.department_id')}
  when n.category in ('approval_decision', 'approval_reminders') then ${hasPermissionSql('drafts:read', 'c.department_id')}
  when n.kind = 'module.source_changed' then ${hasPermissionSql('content:author', 'c.department_id')}
  when n.category = 'ai_suggestions' then ${hasPermissionSql('suggestions:dismiss', 'u.department_id')}
  when n.category = 'provider_keys' then ${hasPermissionSql('provider_keys:write', 'null')}
  when n.category = 'webhooks' then ${hasPermissionSql('webhooks:write', 'null')}
  when n.category = 'identity_providers' then ${hasPermissionSql('tokens:write', 'null')}
  when n.category = 'drives' then ${hasPermissionSql('drives:write', 'null')}
  when n.category = 'grading' then ${hasPermissionSql('workspace:write', 'null')}
  else true end`;

/** SQL condition that the user has seen it in the inbox; for a learner's digest, all items that it would list. */
const WAS_SEEN = `case
  when n.channel <> 'email' then false
  when n.kind = 'learning.digest' then not exists (
    select from notifications i
    where i.workspace_id = :workspaceId and i.recipient_id = n.recipient_id and i.channel = 'inbox'
      and i.state = 'sent' and i.seen_at is null and i.category = 'learning')
  else exists (
    select from notifications i
    where i.workspace_id = :workspaceId and i.recipient_id = n.recipient_id and i.channel = 'inbox'
      and ${hasSameContentSql('i', 'n')} and i.seen_at is not null) end`;

const ASK = defineStatement({
  name: 'ask-whether-notifications-are-still-true',
  scope: 'tenant',
  row: Asked,
  sql: `
with ${WORKSPACE_NOTIFICATION_SETTINGS_CTES}
select n.id, n.channel, n.category, n.kind, n.because, n.by_name as by, n.part, n.round, n.facts, n.attempts,
  to_iso(n.at) as at, n.first_sequence::float8, n.last_sequence::float8,
  json_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'time_zone', t.time_zone) as workspace,
  coalesce(u.language, w.language) as language,
  case when u.id is not null then json_build_object('id', u.id, 'email', u.email, 'name', u.full_name) end as recipient,
  json_build_object('kind', n.subject_kind, 'id', n.subject_id, 'name', n.subject_name) as subject,
  case
    when not coalesce(u.is_active, true) then 'inactive'
    when n.channel = 'email' and u.email is null then 'no_email'
    when ${isNotificationCategorySwitchedOffSql('n.category', 'n.channel')} then 'switched_off'
    when n.channel = 'chat' and chat.state is null then 'chat_not_connected'
    when n.channel = 'email' and exists (
      select from notification_unsubscribes o
      where o.workspace_id = :workspaceId and o.user_id = n.recipient_id and o.category = n.category)
      then 'unsubscribed'
    when ${WAS_SEEN} then 'seen'
    when not (${HAS_ACCESS}) then 'no_access'
    when n.kind = 'module.submitted' and m.claimed_by <> n.recipient_id then 'claimed'
    when not coalesce(${NOTIFICATION_IS_STILL_TRUE}, false) then 'not_true'
  end as reason,
  case when q.until > :now::timestamptz then to_iso(q.until) end as quiet_until
from notifications n
join workspaces w on w.id = :workspaceId
cross join settings t
cross join lateral (
  select after_quiet_hours(:now::timestamptz, t.time_zone, t.quiet_from, t.quiet_to) as until) q
left join chat on true
left join users u on u.workspace_id = :workspaceId and u.id = n.recipient_id
left join modules m on m.workspace_id = :workspaceId and n.subject_kind = 'module' and m.id = n.subject_id
left join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where n.workspace_id = :workspaceId and n.id = any (:ids::uuid[])`,
});

/** Decision about a notification that is due. */
export type RelevanceDecision = { notification: DueNotification } & (
  | { do: 'send' }
  | { do: 'suppress'; reason: NotSentReason }
  /** Quiet hours have begun in the meantime. */
  | { do: 'wait'; until: Date }
);

/**
 * Decides if notifications are still true, wanted and unseen. Senders call it right before sending
 * (rules/notifications 7). A notification that was deleted has no verdict.
 */
export async function checkRelevance(
  on: StatementRunner,
  workspaceId: string,
  ids: string[],
  now: Date,
): Promise<RelevanceDecision[]> {
  const rows = await ASK.all(on, { workspaceId, ids, now });
  return rows.map(({ reason, quiet_until, ...notification }) => {
    if (reason) return { notification, do: 'suppress', reason };
    if (quiet_until) return { notification, do: 'wait', until: new Date(quiet_until) };
    return { notification, do: 'send' };
  });
}
