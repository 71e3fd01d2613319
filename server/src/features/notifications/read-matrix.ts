import {
  DEFAULT_DIGEST_TIME,
  WorkspaceNotificationSettings,
} from '@training/shared/notifications/notification-settings';
import { SwitchableCategory, SWITCHABLE_CHANNEL_DEFAULTS } from '@training/shared/notifications/notifications';
import type { Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { findChatChannel } from './chat/get-chat-channel.ts';

const AllButChat = WorkspaceNotificationSettings.omit({ chat: true });

/** Waiting mails that are looked at. */
const MOST_WAITING = 1_000;

/**
 * The state of mail delivery follows from the last attempts. An address that the mail server refuses says nothing about
 * the server. Of a mail that waits after a failure, the time of its first attempt is known, by the id it got then.
 */
const LAST_MAILS = `
select sent_at, greatest(failed_at, waits_since) as failed_at
from (
  select max(finished_at) filter (where state = 'sent') as sent_at,
    max(finished_at) filter (where state = 'failed' and reason <> 'address_refused') as failed_at
  from (
    select state, reason, finished_at from notifications
    where workspace_id = :workspaceId and channel = 'email' and state in ('sent', 'failed')
    order by finished_at desc limit 100) finished
) ended
cross join lateral (
  select min(tried_at) as waits_since
  from (
    select to_timestamp(('x' || left(replace(mail_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) as tried_at
    from (
      select mail_id, error from notifications
      where workspace_id = :workspaceId and channel = 'email' and due_at is not null
      order by due_at, id limit ${MOST_WAITING}) waiting
    where error is not null
  ) tried
  where tried_at > coalesce(sent_at, '-infinity')) waiting` as const;

const READ = defineStatement({
  name: 'read-notification-matrix',
  scope: 'tenant',
  row: JsonRow,
  sql: `
select json_build_object(
  'categories', (
    select json_agg(json_build_object('category', c.category,
      'email', coalesce((select enabled from notification_switches
        where workspace_id = :workspaceId and category = c.category and channel = 'email'), :emailByDefault::boolean),
      'chat', coalesce((select enabled from notification_switches
        where workspace_id = :workspaceId and category = c.category and channel = 'chat'), :chatByDefault::boolean)
    ) order by c.place)
    from unnest(:categories::text[]) with ordinality c (category, place)),
  'times', json_build_object(
    'quiet', case when s.quiet_from is not null then json_build_object('from', s.quiet_from, 'to', s.quiet_to) end,
    'digest_at', coalesce(s.digest_at, :digestAt)),
  'time_zone', w.time_zone,
  'mail', json_build_object('sent_at', to_iso(m.sent_at), 'failed_at', to_iso(m.failed_at), 'state', case
    when m.failed_at > coalesce(m.sent_at, '-infinity') then 'failing' when m.sent_at is not null then 'working'
    else 'unused' end)
)::text as json
from workspaces w
left join notification_settings s on s.workspace_id = :workspaceId
cross join (${LAST_MAILS}) m
where w.id = :workspaceId`,
});

/** Returns the switches, the times of messages, and the state of the channels (rules/notifications 2). */
export async function readWorkspaceNotificationSettings(ctx: Context): Promise<WorkspaceNotificationSettings> {
  const { json } = await READ.one(ctx.db.pool, {
    workspaceId: ctx.workspace.id,
    categories: SwitchableCategory.options,
    emailByDefault: SWITCHABLE_CHANNEL_DEFAULTS.email,
    chatByDefault: SWITCHABLE_CHANNEL_DEFAULTS.chat,
    digestAt: DEFAULT_DIGEST_TIME,
  });
  return { ...AllButChat.parse(JSON.parse(json)), chat: await findChatChannel(ctx) };
}
