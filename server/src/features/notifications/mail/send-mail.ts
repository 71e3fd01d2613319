import { completeNotification, type SendOutcome } from '../outbox/complete-notification.ts';
import { filterDue } from '../outbox/filter-due.ts';
import type { ClaimedMail, DueMail, MailClaim } from './claim-mail.ts';
import { nextDay } from './days.ts';
import { attemptMail, type Mailing } from './try-mail.ts';

/**
 * Sends what is due to one user of one category, as one mail (rules/notifications 22). Returns false if no mail goes
 * out for now, because the SMTP server is unavailable.
 */
export async function sendMail(services: Mailing, { claims, ...mail }: MailClaim): Promise<boolean> {
  const { pool } = services.db;
  const told = await toldToday(services, mail, claims, new Date());
  const [first, ...others] = told.map(({ notification }) => notification);
  if (!first?.recipient) return true;
  const { email } = first.recipient;
  const { outcome, away = false } = await attemptMail(services, { ...mail, email, first, others, claims });
  for (const { claim } of told) await completeNotification(pool, claim, outcome, new Date());
  return !away;
}

/** Returns the notifications to send today. Finishes or postpones the others. */
async function toldToday({ db }: Mailing, mail: DueMail, claims: ClaimedMail[], now: Date) {
  const told = await filterDue(db.pool, mail.workspaceId, claims, now);
  const tomorrow = told.length > 0 && (await nextDay(db.pool, mail, now));
  if (!tomorrow) return told;
  for (const { claim } of told) await completeNotification(db.pool, claim, putOff(mail, tomorrow), now);
  return [];
}

/** A reminder comes again by itself while it is needed; a digest waits, since what it lists is in no other. */
const putOff = ({ category }: DueMail, at: Date): SendOutcome =>
  category === 'approval_reminders'
    ? { state: 'suppressed', reason: 'daily_limit' }
    : { state: 'pending', at, free: true };
