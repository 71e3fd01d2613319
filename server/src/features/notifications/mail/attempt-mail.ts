import {
  traitsOfNotificationCategory,
  type NotificationCategory,
  type NotificationKind,
  notificationPathOf,
} from '@training/shared/notifications/notifications';
import type { Translator } from '@training/shared/i18n/translator';
import type { TaskServices } from '../../../core/context.ts';
import { translatorIn } from '../../../core/messages.ts';
import { type EmailContent, renderEmail } from '../../../platform/render-email.ts';
import { MailError } from '../../../platform/mail.ts';
import { outcomeOfFailedAttempt, type SendOutcome } from '../outbox/complete-notification.ts';
import type { DueNotification } from '../outbox/is-still-relevant.ts';
import type { ClaimedMailNotification, DueMailKey } from './claim-mail.ts';
import { type DigestItem, listCurrentDigestItems, MAX_ITEMS_PER_DIGEST_MAIL } from './digests.ts';
import { deleteMailFailure, isAddressRejected, recordRejectedAddress } from './mail-failures.ts';
import { renderNotificationMailTexts } from './mail-texts.ts';

/** Returns true if users can unsubscribe from a category. They can't from problems that only super admins can fix. */
const canBeEnded = (category: NotificationCategory) =>
  traitsOfNotificationCategory(category).inMatrix || category === 'learning';

/** Content of a mail: one or more notifications of one category to one user, and the items of a digest. */
type Content = {
  first: DueNotification;
  others: readonly DueNotification[];
  digest: { items: DigestItem[]; total: number } | undefined;
};

type Addresses = { origin: string; unsubscribe: string | undefined };

/**
 * Thread id of mails about the same subject, used by mail clients. Undefined if a mail is about several subjects or
 * none.
 */
function threadOf({ first, others, digest }: Content): string | undefined {
  const { id, kind } = first.subject;
  if (digest || id === null || others.some(({ subject }) => subject.id !== id)) return undefined;
  return `${kind}.${id}`;
}

/** Builds the mail. */
function renderMail({ first, others, digest }: Content, { origin, unsubscribe }: Addresses): EmailContent {
  const { workspace, language, category, facts, because, kind, subject } = first;
  const t = translatorIn('mail', language);
  const kinds = translatorIn('notifications', language);
  const reader = { language, timeZone: workspace.time_zone };
  const at = `${origin}/${workspace.slug}`;
  const foot = {
    language,
    why: t('whyYouGetThis', { workspace: workspace.name, reason: kinds(`because.${because}`) }),
    ...(unsubscribe && {
      unsubscribe: { label: t('unsubscribe', { category: kinds(`category.${category}`) }), url: unsubscribe },
    }),
  };
  const words = renderNotificationMailTexts(
    digest ? { ...first, facts: { ...facts, count: digest.total } } : first,
    reader,
  );
  const button = { label: words.button, url: `${at}${notificationPathOf(kind, subject, facts)}` };
  if (digest) return { ...listed(t, digest, words.title, kind), button, ...foot, ...under(t, at, digest) };
  if (others.length === 0) {
    return {
      subject: words.title,
      title: words.title,
      paragraphs: words.paragraphs,
      ...(facts.reason !== undefined && { quoted: facts.reason }),
      button,
      ...foot,
    };
  }
  const all = [first, ...others];
  const items = all.slice(0, MAX_ITEMS_PER_DIGEST_MAIL).map((each) => {
    const said = renderNotificationMailTexts(each, reader);
    const path = notificationPathOf(each.kind, each.subject, each.facts);
    return { title: said.title, detail: each.facts.reason ?? said.paragraphs.join(' '), path };
  });
  const list = { items, total: all.length };
  const { title, path, label } = together(t, kinds(`category.${category}`), { category, count: all.length });
  return { ...listed(t, list, title, kind), button: { label, url: `${at}${path}` }, ...foot, ...under(t, at, list) };
}

/** Title and link for several notifications of a category. */
function together(
  t: Translator<'mail'>,
  name: string,
  { category, count }: { category: NotificationCategory; count: number },
) {
  switch (category) {
    case 'module_submitted':
      return { title: t('modulesWait', { count }), path: '/reviews', label: t('openReviews') };
    case 'approval_decision':
      return { title: t('decisionsAbout', { count }), path: '/courses', label: t('openCourses') };
    case 'approval_reminders':
      return { title: t('modulesWaitForYou', { count }), path: '', label: t('openConsole') };
    default:
      return {
        title: t('thingsHappened', { count, category: name }),
        path: '',
        label: t('openConsole'),
      };
  }
}

/**
 * Subject and title of a list. A single item is named; a suggestion is labelled as such, as its title is foreign text.
 */
function listed(
  t: Translator<'mail'>,
  { items: [only], total }: { items: DigestItem[]; total: number },
  title: string,
  kind: NotificationKind,
) {
  const named = only && (kind === 'suggestions.new' ? t('newSuggestion', { title: only.title }) : only.title);
  const said = total === 1 && named !== undefined ? named : title;
  return { subject: said, title: said };
}

function under(t: Translator<'mail'>, at: string, { items, total }: { items: DigestItem[]; total: number }) {
  const shown = items.length;
  return {
    items: items.map(({ path, ...item }) => ({ ...item, url: `${at}${path}` })),
    ...(total > shown && { paragraphs: [t('firstOf', { shown, total })] }),
  };
}

export type MailServices = Pick<
  TaskServices,
  'db' | 'log' | 'mailer' | 'origin' | 'unsubscribeLinks' | 'stopping' | 'lookEvery'
> & {
  /** Cuts off what is under way while the server stops. */
  cutOff?: AbortSignal;
};

/** After how many seconds a mail is sent again that may have arrived: who gets it twice must not get it ten times. */
const DELAYS_UNANSWERED = [300, 1_800];

type MailToTry = DueMailKey & {
  email: string;
  first: DueNotification;
  others: readonly DueNotification[];
  claims: readonly ClaimedMailNotification[];
};

/** Outcome of a mail, and whether another one can be sent now. */
export type MailAttemptResult = { outcome: SendOutcome; away?: boolean };

/**
 * Writes a mail and sends it once, unless its address is known to be rejected. Returns the outcome, also of a failure.
 */
export async function attemptMail(services: MailServices, mail: MailToTry): Promise<MailAttemptResult> {
  const { db, log, mailer } = services;
  const { workspaceId, recipientId: userId, email, first, claims } = mail;
  const person = { workspaceId, userId };
  if (await isAddressRejected(db.pool, person)) return { outcome: { state: 'suppressed', reason: 'address_refused' } };
  const attempts = Math.max(...claims.map((claim) => claim.attempts));
  if (attempts > DELAYS_UNANSWERED.length + 1 && claims.some(({ interrupted }) => interrupted)) {
    return { outcome: { state: 'failed', reason: 'gave_up' } };
  }
  try {
    const written = await write(services, mail);
    if (!written) return { outcome: { state: 'suppressed', reason: 'not_true' } };
    await mailer.send({ to: email, id: claims[0]?.mail_id ?? first.id, ...written }, services.cutOff);
    await deleteMailFailure(db, person);
    return { outcome: { state: 'sent' } };
  } catch (error) {
    if (!(error instanceof MailError)) {
      log.error({ err: error, notification_id: first.id, workspace_id: workspaceId }, 'Couldn’t write a mail');
      return { outcome: outcomeOfFailedAttempt({ attempts }, {}) };
    }
    const { kind, message } = error;
    if (kind === 'address') await recordRejectedAddress(db, { ...person, email }, message, new Date());
    return { outcome: afterFailure(kind, attempts, message), away: kind === 'away' };
  }
}

function afterFailure(kind: MailError['kind'], attempts: number, error: string): SendOutcome {
  switch (kind) {
    case 'address':
      return { state: 'failed', reason: 'address_refused', error };
    case 'mail':
      return { state: 'failed', reason: 'gave_up', error };
    case 'unanswered':
      return outcomeOfFailedAttempt({ attempts }, { delays: DELAYS_UNANSWERED, error });
    case 'later':
    case 'away':
      return outcomeOfFailedAttempt({ attempts }, { error });
  }
}

/** Writes the mail. Returns undefined if a digest has no items left. */
async function write({ db, origin, unsubscribeLinks }: MailServices, mail: MailToTry) {
  const { workspaceId, recipientId: userId, category, first, others } = mail;
  const digest = await listCurrentDigestItems(db.pool, first);
  if (digest?.total === 0) return undefined;
  const unsubscribe = canBeEnded(category)
    ? `${origin()}/api/unsubscribe?token=${await unsubscribeLinks.token({ workspaceId, userId, category })}`
    : undefined;
  const content = { first, others, digest };
  const letter = renderEmail(renderMail(content, { origin: origin(), unsubscribe }));
  const thread = threadOf(content);
  return { ...letter, ...(thread && { thread }), ...(unsubscribe && { unsubscribe }) };
}
