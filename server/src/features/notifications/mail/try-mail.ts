import type { TaskServices } from '../../../context.ts';
import { writeLetter } from '../../../platform/mail/letter.ts';
import { MailFailure } from '../../../platform/mail/mail-failure.ts';
import { again } from '../outbox/again.ts';
import type { Outcome } from '../outbox/finish.ts';
import type { DueNotification } from '../outbox/still-true.ts';
import type { ClaimedMail, DueMail } from './claim-mail.ts';
import { itemsOfDigest } from './digests.ts';
import { canBeEnded, letterOf, threadOf } from './letter-of.ts';
import { forgetMailFailure, isRefused, noteMailFailure } from './mail-failures.ts';

export type Mailing = Pick<TaskServices, 'db' | 'log' | 'mailer' | 'origin' | 'unsubscribeLinks' | 'stopping'> & {
  /** Milliseconds that the SMTP server may take for one mail. */
  patience?: number;
  /** Aborts mails in progress when the server stops. */
  cutOff?: AbortSignal;
};

/** Milliseconds. */
export const PATIENCE = 60_000;

/** Seconds before a mail is resent that may have arrived. Few, to limit duplicates. */
const DELAYS_UNANSWERED = [300, 1_800];

export type MailToTry = DueMail & {
  email: string;
  first: DueNotification;
  others: readonly DueNotification[];
  claims: readonly ClaimedMail[];
};

/** The outcome for a mail. `away`: no other mail can be sent for now. */
export type Tried = { outcome: Outcome; away?: boolean };

export async function tryMail(services: Mailing, mail: MailToTry): Promise<Tried> {
  const { db, log, mailer } = services;
  const { workspaceId, recipientId: userId, email, first, claims } = mail;
  const person = { workspaceId, userId };
  if (await isRefused(db.pool, person)) return { outcome: { state: 'suppressed', reason: 'address_refused' } };
  const attempts = Math.max(...claims.map((claim) => claim.attempts));
  if (attempts > DELAYS_UNANSWERED.length + 1 && claims.some(({ interrupted }) => interrupted)) {
    return { outcome: { state: 'failed', reason: 'gave_up' } };
  }
  try {
    const written = await write(services, mail);
    if (!written) return { outcome: { state: 'suppressed', reason: 'not_true' } };
    const late = AbortSignal.timeout(services.patience ?? PATIENCE);
    const signal = services.cutOff ? AbortSignal.any([late, services.cutOff]) : late;
    await mailer.send({ to: email, id: claims[0]?.mail_id ?? first.id, ...written }, signal);
    await forgetMailFailure(db.pool, person);
    return { outcome: { state: 'sent' } };
  } catch (error) {
    if (!(error instanceof MailFailure)) {
      log.error({ err: error, notification_id: first.id, workspace_id: workspaceId }, 'A mail could not be written');
      return { outcome: again({ attempts }, {}) };
    }
    const { kind, message } = error;
    if (kind === 'address') await noteMailFailure(db.pool, { ...person, email }, message, new Date());
    return { outcome: afterFailure(kind, attempts, message), away: kind === 'away' };
  }
}

function afterFailure(kind: MailFailure['kind'], attempts: number, error: string): Outcome {
  switch (kind) {
    case 'address':
      return { state: 'failed', reason: 'address_refused', error };
    case 'mail':
      return { state: 'failed', reason: 'gave_up', error };
    case 'unanswered':
      return again({ attempts }, { delays: DELAYS_UNANSWERED, error });
    case 'later':
    case 'away':
      return again({ attempts }, { error });
  }
}

/** Writes the mail. Returns undefined if a digest has no items left. */
async function write({ db, origin, unsubscribeLinks }: Mailing, mail: MailToTry) {
  const { workspaceId, recipientId: userId, category, first, others } = mail;
  const digest = await itemsOfDigest(db.pool, first);
  if (digest?.total === 0) return undefined;
  const unsubscribe = canBeEnded(category)
    ? `${origin()}/api/unsubscribe?token=${await unsubscribeLinks.token({ workspaceId, userId, category })}`
    : undefined;
  const content = { first, others, digest };
  const letter = writeLetter(letterOf(content, { origin: origin(), unsubscribe }));
  const thread = threadOf(content);
  return { ...letter, ...(thread && { thread }), ...(unsubscribe && { unsubscribe }) };
}
