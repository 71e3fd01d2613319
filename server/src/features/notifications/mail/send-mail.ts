import { finish, type Outcome } from '../outbox/finish.ts';
import { judgeClaims } from '../outbox/judge-claims.ts';
import { claimMail, type ClaimedMail, type DueMail } from './claim-mail.ts';
import { nextDay } from './days.ts';
import { PATIENCE, tryMail, type Mailing } from './try-mail.ts';

/** Milliseconds that a claim on a mail lasts. After that its sender is presumed dead. */
const LEASE = 3 * PATIENCE;

/** `none`: claimed by another instance, or more is awaited. `away`: no mail can be sent for now. */
export type Sent = 'done' | 'none' | 'away';

/** Sends a user all due notifications of one category as one mail (rules/notifications 22). */
export async function sendMail(services: Mailing, mail: DueMail): Promise<Sent> {
  const { pool } = services.db;
  const now = new Date();
  const claims = await claimMail(pool, mail, LEASE, now);
  if (claims.length === 0) return 'none';
  const told = await toldToday(services, mail, claims, now);
  const [first, ...others] = told.map(({ notification }) => notification);
  if (!first?.recipient) return 'done';
  const { email } = first.recipient;
  const { outcome, away } = await tryMail(services, { ...mail, email, first, others, claims });
  for (const { claim } of told) await finish(pool, claim, outcome, new Date());
  return away ? 'away' : 'done';
}

/** Returns the notifications to send today. Finishes or postpones the others. */
async function toldToday({ db }: Mailing, mail: DueMail, claims: ClaimedMail[], now: Date) {
  const told = await judgeClaims(db.pool, mail.workspaceId, claims, now);
  const tomorrow = told.length > 0 && (await nextDay(db.pool, mail, now));
  if (!tomorrow) return told;
  for (const { claim } of told) await finish(db.pool, claim, putOff(mail, tomorrow), now);
  return [];
}

/** Drops a reminder, as it is created again while needed. Postpones a digest, as its items are in no other mail. */
const putOff = ({ category }: DueMail, at: Date): Outcome =>
  category === 'approval_reminders'
    ? { state: 'suppressed', reason: 'daily_limit' }
    : { state: 'pending', at, free: true };
