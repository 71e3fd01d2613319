import type { MessageKey } from '@training/shared/i18n/translator';
import { notificationTextOf } from '@training/shared/notifications/notification-text';
import type { NotificationKind } from '@training/shared/notifications/notifications';
import { formatDay, translatorIn } from '../../../core/messages.ts';
import type { DueNotification } from '../outbox/is-still-relevant.ts';

/**
 * Texts of a notification's mail. Other mails have theirs in `auth/sign-in/sign-in-link.ts`,
 * `auth/passkeys/record-passkey-change.ts`, `users/invitations/invitation-tasks.ts` and
 * `provider-keys/provider-key-tasks.ts`.
 */
type MailTexts = {
  /** The event, and who caused it. */
  title: string;
  /** Its facts, and the consequence for the recipient. */
  paragraphs: string[];
  button: string;
};

type Said = Pick<DueNotification, 'kind' | 'by' | 'subject' | 'facts'>;

type Reader = {
  language: string;
  timeZone: string;
};

type Key = MessageKey<'mail'>;
type After = { consequence?: Key & `${string}More`; button: Key & (`open${string}` | 'answerIt' | 'compare') };

/** The consequence of each kind of event, and what the recipient can do. */
const AFTER: Record<NotificationKind, After> = {
  'module.submitted': { button: 'openReview' },
  'module.section_approved': { consequence: 'approvedMore', button: 'openModule' },
  'module.section_queried': { consequence: 'queriedMore', button: 'answerIt' },
  'module.published': { consequence: 'publishedMore', button: 'openModule' },
  'module.rejected': { consequence: 'rejectedMore', button: 'openModule' },
  'module.withdrawn': { consequence: 'withdrawnMore', button: 'openModule' },
  'review.claimed_waits': { button: 'openReview' },
  'review.waits': { button: 'openReview' },
  'review.waits_long': { button: 'openReview' },
  'query.waits': { button: 'answerIt' },
  'suggestions.new': { button: 'openSuggestions' },
  'module.source_changed': { consequence: 'sourceChangedMore', button: 'compare' },
  'learning.assigned': { button: 'openTraining' },
  'learning.due_soon': { button: 'openTraining' },
  'learning.overdue': { button: 'openTraining' },
  'learning.expiring': { button: 'openTraining' },
  'learning.reminded': { button: 'openTraining' },
  'learning.report_overdue': { button: 'openTeam' },
  'learning.report_overdue_long': { button: 'openTeam' },
  'learning.graded': { button: 'openTraining' },
  'learning.attempts_opened': { button: 'openTraining' },
  'learning.digest': { button: 'openTraining' },
  'webhook.switched_off': { consequence: 'webhookOffMore', button: 'openWebhooks' },
  'drive.reconnect_needed': { consequence: 'driveAwayMore', button: 'openDrives' },
  'grading.drifted': { button: 'openSettings' },
  'scim.stopped': { button: 'openIdentityProviders' },
  'sign_in.domain_missing': { button: 'openSettings' },
  'chat.failing': { button: 'openSettings' },
  'provider_key.failing': { button: 'openSettings' },
};

export function renderNotificationMailTexts(said: Said, { language, timeZone }: Reader): MailTexts {
  const t = translatorIn('mail', language);
  const frame = translatorIn('frame', language);
  const { title, detail } = notificationTextOf(translatorIn('notifications', language), said, {
    lastDay: (end) => formatDay(language, new Date(Date.parse(end) - 1), timeZone),
    percent: (rate) => frame('percent', { percent: Math.round(rate * 100) }),
  });
  const { consequence, button } = AFTER[said.kind];
  return {
    title,
    paragraphs: [...(detail ? [detail] : []), ...(consequence ? [t(consequence)] : [])],
    button: t(button),
  };
}
