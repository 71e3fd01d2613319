import { MAIL_WITHIN } from '../../../platform/mail/mail.ts';
import { completeNotification, type SendOutcome } from '../outbox/complete-notification.ts';
import { filterDue } from '../outbox/filter-due.ts';
import { claimMail, type ClaimedMail, type DueMail } from './claim-mail.ts';
import { nextDay } from './days.ts';
import { attemptMail, type Mailing } from './try-mail.ts';

/** How long a mail is ours, in milliseconds: then its sender counts as dead. */
const LEASE = 3 * MAIL_WITHIN;

/** `none`: somebody else has it, or more is waited for; `away`: no mail goes out for now. */
export type MailResult = 'done' | 'none' | 'away';

/** Sends one person what is due of one category, as one mail (rules/notifications 22). */
export async function sendMail(services: Mailing, mail: DueMail): Promise<MailResult> {
  const { pool } = services.db;
  const now = new Date();
  const claims = await claimMail(pool, mail, LEASE, now);
  if (claims.length === 0) return 'none';
  const told = await toldToday(services, mail, claims, now);
  const [first, ...others] = told.map(({ notification }) => notification);
  if (!first?.recipient) return 'done';
  const { email } = first.recipient;
  const { outcome, away } = await attemptMail(services, { ...mail, email, first, others, claims });
  for (const { claim } of told) await completeNotification(pool, claim, outcome, new Date());
  return away ? 'away' : 'done';
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
