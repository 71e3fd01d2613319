import type { TaskServices } from '../../../core/context.ts';
import { writeLetter } from '../../../platform/letter.ts';
import { MailFailure } from '../../../platform/mail.ts';
import { retryNotification, type SendOutcome } from '../outbox/complete-notification.ts';
import type { DueNotification } from '../outbox/is-still-relevant.ts';
import type { ClaimedMail, DueMail } from './claim-mail.ts';
import { itemsOfDigest } from './digests.ts';
import { canBeEnded, renderMail, threadOf } from './render-mail.ts';
import { forgetMailFailure, isRefused, recordRejectedAddress } from './mail-failures.ts';

export type MailServices = Pick<
  TaskServices,
  'db' | 'log' | 'mailer' | 'origin' | 'unsubscribeLinks' | 'stopping' | 'lookEvery'
> & {
  /** Cuts off what is under way while the server stops. */
  cutOff?: AbortSignal;
};

/** After how many seconds a mail is sent again that may have arrived: who gets it twice must not get it ten times. */
const DELAYS_UNANSWERED = [300, 1_800];

type MailToTry = DueMail & {
  email: string;
  first: DueNotification;
  others: readonly DueNotification[];
  claims: readonly ClaimedMail[];
};

/** Outcome of a mail, and whether another one can be sent now. */
export type MailAttempt = { outcome: SendOutcome; away?: boolean };

export async function attemptMail(services: MailServices, mail: MailToTry): Promise<MailAttempt> {
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
    await mailer.send({ to: email, id: claims[0]?.mail_id ?? first.id, ...written }, services.cutOff);
    await forgetMailFailure(db, person);
    return { outcome: { state: 'sent' } };
  } catch (error) {
    if (!(error instanceof MailFailure)) {
      log.error({ err: error, notification_id: first.id, workspace_id: workspaceId }, 'Couldn’t write a mail');
      return { outcome: retryNotification({ attempts }, {}) };
    }
    const { kind, message } = error;
    if (kind === 'address') await recordRejectedAddress(db, { ...person, email }, message, new Date());
    return { outcome: afterFailure(kind, attempts, message), away: kind === 'away' };
  }
}

function afterFailure(kind: MailFailure['kind'], attempts: number, error: string): SendOutcome {
  switch (kind) {
    case 'address':
      return { state: 'failed', reason: 'address_refused', error };
    case 'mail':
      return { state: 'failed', reason: 'gave_up', error };
    case 'unanswered':
      return retryNotification({ attempts }, { delays: DELAYS_UNANSWERED, error });
    case 'later':
    case 'away':
      return retryNotification({ attempts }, { error });
  }
}

/** Writes the mail. Returns undefined if a digest has no items left. */
async function write({ db, origin, unsubscribeLinks }: MailServices, mail: MailToTry) {
  const { workspaceId, recipientId: userId, category, first, others } = mail;
  const digest = await itemsOfDigest(db.pool, first);
  if (digest?.total === 0) return undefined;
  const unsubscribe = canBeEnded(category)
    ? `${origin()}/api/unsubscribe?token=${await unsubscribeLinks.token({ workspaceId, userId, category })}`
    : undefined;
  const content = { first, others, digest };
  const letter = writeLetter(renderMail(content, { origin: origin(), unsubscribe }));
  const thread = threadOf(content);
  return { ...letter, ...(thread && { thread }), ...(unsubscribe && { unsubscribe }) };
}
