import type { SectionKind } from '@training/shared/courses/courses';
import type { InboxItem } from '@training/shared/notifications/inbox';
import { lastDayBefore } from '../../../lib/i18n/dates.ts';
import { percent } from '../../../lib/i18n/in-words.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('notifications');

/** The text of a notification in the inbox. */
interface NotificationLabels {
  /** The event and its actor. */
  title: string;
  /** Additional details, if any. */
  more?: string | undefined;
}

type Told = Pick<InboxItem, 'kind' | 'by' | 'subject' | 'facts'> & { count?: number };

/** Returns which sections had been sent back; undefined if none. */
function sentBack(queried: readonly SectionKind[] = []) {
  return queried.length > 1 ? 'both' : queried[0];
}

export function labelOf({ kind, by, subject, facts, count = 1 }: Told): NotificationLabels {
  const who = by ?? t('someone');
  const what = subject.name;
  const section = facts.section ?? 'unknown';
  const reason = facts.reason === undefined ? undefined : t('quoted', { text: facts.reason });
  const days = facts.waiting_days ?? 0;
  const day = facts.due_at && lastDayBefore(facts.due_at);
  const lastDay = facts.expires_at && lastDayBefore(facts.expires_at);
  switch (kind) {
    case 'module.submitted': {
      const sections = sentBack(facts.queried);
      return { title: t('submitted', { who, what }), more: sections && t(`resubmitted.${sections}`) };
    }
    case 'module.section_approved':
      return {
        title: t('sectionApproved', { who, section, what }),
        more: count === 1 ? undefined : t('earlierApprovals', { count: count - 1 }),
      };
    case 'module.section_queried':
      return {
        title: t('sectionQueried', { who, section, what }),
        more: reason ?? (count === 1 ? undefined : t('earlierRequests', { count: count - 1 })),
      };
    case 'module.published':
      return { title: t('published', { who, what }) };
    case 'module.rejected':
      return { title: t('rejected', { who, what }), more: reason };
    case 'module.withdrawn':
      return { title: t('withdrawn', { who, what }), more: reason };
    case 'review.claimed_waits':
      return { title: t('yourReviewWaits', { what, days }) };
    case 'review.waits':
    case 'review.waits_long':
      return { title: t('reviewWaits', { what, days }) };
    case 'query.waits':
      return { title: t('queryWaits', { what, days }) };
    case 'suggestions.new':
      return { title: t('newSuggestions', { count: facts.count ?? 1 }) };
    case 'module.source_changed':
      return { title: t('sourceChanged', { what }), more: t('passagesGone', { count: facts.count ?? 1 }) };
    case 'learning.assigned':
      return { title: t('assigned', { what }), more: day && t('dueBy', { day }) };
    case 'learning.due_soon':
      return { title: t('dueSoon', { what }), more: day && t('due', { day }) };
    case 'learning.overdue':
      return { title: t('overdue', { what }), more: day && t('wasDue', { day }) };
    case 'learning.expiring':
      return { title: t('expiring', { what }), more: lastDay && t('validUntil', { day: lastDay }) };
    case 'learning.reminded':
      return {
        title: t('reminded', { who, what }),
        more: lastDay ? t('certificateLastDay', { day: lastDay }) : day && t('dueDate', { day }),
      };
    case 'learning.graded':
      return {
        title: t('graded', { count, what }),
        more:
          count > 1 || typeof facts.score !== 'number' ? undefined : t('youScored', { score: percent(facts.score) }),
      };
    case 'learning.attempts_opened':
      return {
        title: t('attemptsOpened', { what }),
        more: `${t('moreAttempts', { count: facts.count ?? 1 })} ${facts.reason ?? ''}`.trim(),
      };
    case 'chat.failing':
      return { title: t('chatFails', { what }), more: facts.advice };
    case 'webhook.switched_off':
      return { title: t('webhookOff', { what }), more: t('webhookOffMore') };
    case 'grading.drifted':
      return { title: t('gradingDrifted', { what }), more: facts.advice };
    case 'drive.reconnect_needed':
      return { title: t('driveAway', { what }), more: facts.advice };
    default:
      return { title: t('kindOf', { kind: t(`kind.${kind}`), what }) };
  }
}
