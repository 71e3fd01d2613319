import type { NotificationCategory } from '@training/shared/notifications/notifications';
import { DIGEST_AT } from '@training/shared/notifications/notification-settings';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';

/** Categories of which a user gets at most one mail per day, in the workspace's time zone. */
const ONCE_A_DAY: readonly NotificationCategory[] = ['approval_reminders', 'ai_suggestions', 'learning'];

const SENT_TODAY = defineStatement({
  name: 'mails-sent-today',
  scope: 'tenant',
  row: z.strictObject({ next: z.date() }),
  sql: `
select next_local_time(:now::timestamptz, w.time_zone, coalesce(s.digest_at, '${DIGEST_AT}')) as next
from workspaces w left join notification_settings s on s.workspace_id = :workspaceId
where w.id = :workspaceId and exists (
  select from notifications n
  where n.workspace_id = :workspaceId and n.recipient_id = :recipientId and n.category = :category
    and n.channel = 'email' and n.state = 'sent'
    and (n.finished_at at time zone w.time_zone)::date = (:now::timestamptz at time zone w.time_zone)::date)`,
});

/**
 * The time from which the user may be mailed again, if they already got a mail of the category today; else undefined.
 */
export async function nextDay(
  on: Runner,
  mail: { workspaceId: string; recipientId: string; category: NotificationCategory },
  now: Date,
): Promise<Date | undefined> {
  if (!ONCE_A_DAY.includes(mail.category)) return undefined;
  return (await SENT_TODAY.first(on, { ...mail, now }))?.next;
}
