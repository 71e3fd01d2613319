import type { SectionKind } from '@training/shared/courses/courses';
import { dayIn, translatorIn } from '../../../core/messages.ts';
import type { DueNotification } from '../outbox/is-still-relevant.ts';

/**
 * Texts of a notification's mail. Other mails have theirs in `auth/sign-in/sign-in-link.ts`,
 * `users/invitations/invitation-tasks.ts` and `provider-keys/provider-key-tasks.ts`.
 */
type MailTexts = {
  /** The event, and who caused it. */
  title: string;
  /** The consequence for the recipient. */
  more?: string;
  button: string;
};

type Said = Pick<DueNotification, 'kind' | 'by' | 'subject' | 'round' | 'facts'>;

type Reader = {
  language: string;
  timeZone: string;
};

/** Returns the last day before an end: what ends at midnight has the day before as its last. */
const lastDay = (end: string, { language, timeZone }: Reader) =>
  dayIn(language, new Date(Date.parse(end) - 1), timeZone);

function sectionsOf(queried: readonly SectionKind[]) {
  return queried.length > 1 ? 'both' : (queried[0] ?? 'both');
}

export function mailTexts({ kind, by, subject, round, facts }: Said, reader: Reader): MailTexts {
  const t = translatorIn('mail', reader.language);
  const what = subject.name;
  const told = { who: by ?? t('someone'), what };
  const section = facts.section ?? 'sections';
  const waited = { what, days: facts.waiting_days ?? 0 };
  const count = facts.count ?? 0;
  const advice = facts.advice !== undefined && { more: facts.advice };
  switch (kind) {
    case 'module.submitted':
      return {
        title: t('submitted', told),
        ...(round > 1 && facts.queried?.length && { more: t(`round.${sectionsOf(facts.queried)}`, { round }) }),
        button: t('openReview'),
      };
    case 'module.section_approved':
      return { title: t(`approved.${section}`, told), more: t('approvedMore'), button: t('openModule') };
    case 'module.section_queried':
      return { title: t(`queried.${section}`, told), more: t('queriedMore'), button: t('answerIt') };
    case 'module.published':
      return { title: t('published', told), more: t('publishedMore'), button: t('openModule') };
    case 'module.rejected':
      return { title: t('rejected', told), more: t('rejectedMore'), button: t('openModule') };
    case 'module.withdrawn':
      return { title: t('withdrawn', told), more: t('withdrawnMore'), button: t('openModule') };
    case 'review.claimed_waits':
      return { title: t('yourReviewWaits', waited), button: t('openReview') };
    case 'review.waits':
    case 'review.waits_long':
      return { title: t('reviewWaits', waited), button: t('openReview') };
    case 'query.waits':
      return { title: t('queryWaits', waited), button: t('answerIt') };
    case 'suggestions.new':
      return { title: t('newSuggestions', { count }), button: t('openSuggestions') };
    case 'module.source_changed':
      return { title: t('sourceChanged', { what }), more: t('sourceChangedMore', { count }), button: t('compare') };
    case 'learning.assigned':
      return {
        title: t('assigned', { what }),
        ...(facts.due_at && { more: t('dueBy', { day: lastDay(facts.due_at, reader) }) }),
        button: t('start'),
      };
    case 'learning.due_soon':
      return {
        title: t('dueSoon', { what }),
        ...(facts.due_at && { more: t('lastDayIs', { day: lastDay(facts.due_at, reader) }) }),
        button: t('continue'),
      };
    case 'learning.overdue':
      return {
        title: t('overdue', { what }),
        ...(facts.due_at && { more: t('lastDayWas', { day: lastDay(facts.due_at, reader) }) }),
        button: t('continue'),
      };
    case 'learning.expiring':
      return {
        title: t('expiring', { what }),
        ...(facts.expires_at && { more: t('validUntil', { day: lastDay(facts.expires_at, reader) }) }),
        button: t('renewIt'),
      };
    case 'learning.reminded': {
      const { due_at, expires_at } = facts;
      return {
        title: t('reminded', { what }),
        ...(due_at && { more: t('dueDateIs', { day: lastDay(due_at, reader) }) }),
        ...(expires_at && { more: t('certificateLastDay', { day: lastDay(expires_at, reader) }) }),
        button: t('continue'),
      };
    }
    case 'learning.graded':
      return {
        title: t('graded', { what }),
        ...(typeof facts.score === 'number' && {
          more: t('scoreIs', { percent: Math.round(facts.score * 100) }),
        }),
        button: t('openIt'),
      };
    case 'learning.attempts_opened':
      return {
        title: t('attemptsOpened', { what }),
        ...(facts.reason && { more: facts.reason }),
        button: t('continue'),
      };
    case 'learning.digest':
      return { title: t('trainingNews'), button: t('openTraining') };
    case 'webhook.switched_off':
      return {
        title: t('webhookOff', { host: facts.address ?? subject.name }),
        more: t('webhookOffMore'),
        button: t('openWebhooks'),
      };
    case 'drive.reconnect_needed':
      return {
        title: t('driveAway', { what }),
        more: `${facts.advice ?? ''} ${t('driveAwayMore')}`.trim(),
        button: t('openDrives'),
      };
    case 'grading.drifted':
      return { title: t('gradingDrifted', { model: subject.name }), ...advice, button: t('openSettings') };
    case 'chat.failing':
      return { title: t('chatFails', { what }), ...advice, button: t('openSettings') };
    case 'provider_key.failing':
      return { title: t('keyFails', { what }), button: t('openSettings') };
  }
}
