import type { NotificationCategory } from '@training/shared/notifications/notifications';
import { z } from 'zod';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { workspaceNotificationSettingsLiveTopicOf } from '../notification-topics.ts';
import { completeNotification, type SendOutcome } from '../outbox/complete-notification.ts';
import { triageDueNotifications } from '../outbox/triage-due.ts';
import type { ClaimedMailNotification, DueMailKey, ClaimedMailToSend } from './claim-mail.ts';
import { attemptMail, type MailServices } from './attempt-mail.ts';
import { WORKSPACE_NOTIFICATION_SETTINGS_CTES } from '../notification-settings-sql.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';

/** Categories of which a user gets at most one mail per day, in the workspace's time zone. */
const ONCE_A_DAY: readonly NotificationCategory[] = ['approval_reminders', 'ai_suggestions', 'learning'];

const SENT_TODAY = defineStatement({
  name: 'mails-sent-today',
  scope: 'tenant',
  row: z.strictObject({ next: z.date() }),
  sql: `
with ${WORKSPACE_NOTIFICATION_SETTINGS_CTES}
select next_local_time(:now::timestamptz, t.time_zone, t.digest_at) as next
from settings t
where exists (
  select from notifications n
  where n.workspace_id = :workspaceId and n.recipient_id = :recipientId and n.category = :category
    and n.channel = 'email' and n.state = 'sent'
    and (n.finished_at at time zone t.time_zone)::date = (:now::timestamptz at time zone t.time_zone)::date)`,
});

/**
 * The time from which the user may be mailed again, if they already got a mail of the category today; else undefined.
 */
async function nextDay(
  on: StatementRunner,
  mail: { workspaceId: string; recipientId: string; category: NotificationCategory },
  now: Date,
): Promise<Date | undefined> {
  if (!ONCE_A_DAY.includes(mail.category)) return undefined;
  return (await SENT_TODAY.first(on, { ...mail, now }))?.next;
}

/**
 * Sends what is due to one user of one category, as one mail (rules/notifications 22). Returns false if no mail goes
 * out for now, because the SMTP server is unavailable.
 */
export async function sendClaimedNotificationMail(
  services: MailServices,
  { claims, ...mail }: ClaimedMailToSend,
): Promise<boolean> {
  const { pool } = services.db;
  const due = await dueToday(services, mail, claims, new Date());
  const [first, ...others] = due.map(({ notification }) => notification);
  const email = first?.recipient?.email;
  if (!first || !email) return true;
  const { outcome, away = false } = await attemptMail(services, { ...mail, email, first, others, claims });
  for (const { claim } of due) await completeNotification(pool, claim, outcome, new Date());
  // A page that shows how mail fares hears of failures, and of what went out after one.
  if ('error' in outcome || claims.some(({ attempts }) => attempts > 1)) {
    await publishTopics(pool, workspaceNotificationSettingsLiveTopicOf(mail.workspaceId));
  }
  return !away;
}

/** Returns the notifications to send today. Finishes or postpones the others. */
async function dueToday({ db }: MailServices, mail: DueMailKey, claims: ClaimedMailNotification[], now: Date) {
  const due = await triageDueNotifications(db.pool, mail.workspaceId, claims, now);
  const tomorrow = due.length > 0 && (await nextDay(db.pool, mail, now));
  if (!tomorrow) return due;
  for (const { claim } of due) await completeNotification(db.pool, claim, putOff(mail, tomorrow), now);
  return [];
}

/** A reminder comes again by itself while it is needed; a digest waits, since what it lists is in no other. */
const putOff = ({ category }: DueMailKey, at: Date): SendOutcome =>
  category === 'approval_reminders'
    ? { state: 'suppressed', reason: 'daily_limit' }
    : { state: 'pending', at, free: true };
