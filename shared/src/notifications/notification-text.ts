import type { Translator } from '../i18n/translator.ts';
import { explainNotifiedProblem } from './notified-problems.ts';
import type { NotificationFacts, NotificationKind } from './notifications.ts';

/** The text of a notification. The bell, mails and chat messages share it. */
export interface NotificationText {
  /** The event and its actor. */
  title: string;
  /** Facts of it, if any. What a person wrote as the reason isn't part of them. */
  detail?: string | undefined;
}

interface Notified {
  kind: NotificationKind;
  by: string | null;
  subject: { name: string };
  facts: NotificationFacts;
  /** The number of notifications of the kind about the subject, this one included. */
  count?: number;
}

interface Formats {
  /** Formats the last day before an end: what ends at midnight has the day before as its last. */
  lastDay: (end: string) => string;
  /** Formats a ratio as "85 %". */
  percent: (rate: number) => string;
}

export function notificationTextOf(
  t: Translator<'notifications'>,
  { kind, by, subject, facts, count = 1 }: Notified,
  { lastDay, percent }: Formats,
): NotificationText {
  const who = by ?? t('someone');
  const what = subject.name;
  const section = facts.section ?? 'unknown';
  const days = facts.waiting_days ?? 0;
  const due = facts.due_at && lastDay(facts.due_at);
  const problem = facts.problem && explainNotifiedProblem(t, facts.problem);
  const expires = facts.expires_at && lastDay(facts.expires_at);
  switch (kind) {
    case 'module.submitted': {
      const queried = facts.queried ?? [];
      const sections = queried.length > 1 ? 'both' : queried[0];
      return { title: t('submitted', { who, what }), detail: sections && t(`resubmitted.${sections}`) };
    }
    case 'module.section_approved':
      return {
        title: t('sectionApproved', { who, section, what }),
        detail: count === 1 ? undefined : t('earlierApprovals', { count: count - 1 }),
      };
    case 'module.section_queried':
      return {
        title: t('sectionQueried', { who, section, what }),
        detail: count === 1 ? undefined : t('earlierRequests', { count: count - 1 }),
      };
    case 'module.published':
      return { title: t('published', { who, what }) };
    case 'module.rejected':
      return { title: t('rejected', { who, what }) };
    case 'module.withdrawn':
      return { title: t('withdrawn', { who, what }) };
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
      return { title: t('sourceChanged', { what }), detail: t('passagesGone', { count: facts.count ?? 1 }) };
    case 'learning.assigned':
      return { title: t('assigned', { what }), detail: due && t('dueBy', { day: due }) };
    case 'learning.due_soon':
      return { title: t('dueSoon', { what }), detail: due && t('due', { day: due }) };
    case 'learning.overdue':
      return { title: t('overdue', { what }), detail: due && t('wasDue', { day: due }) };
    case 'learning.report_overdue':
    case 'learning.report_overdue_long': {
      const person = facts.person ?? t('someone');
      const title = kind === 'learning.report_overdue' ? 'reportOverdue' : 'reportOverdueLong';
      if (count > 1) return { title: t(`${title}Several`, { count, what }) };
      return { title: t(title, { person, what }), detail: due && t('wasDue', { day: due }) };
    }
    case 'learning.expiring':
      return { title: t('expiring', { what }), detail: expires && t('validUntil', { day: expires }) };
    case 'learning.reminded':
      return {
        title: by === null ? t('youWereReminded', { what }) : t('reminded', { who: by, what }),
        detail: expires ? t('certificateLastDay', { day: expires }) : due && t('dueDate', { day: due }),
      };
    case 'learning.graded': {
      const score = count === 1 ? facts.score : undefined;
      return {
        title: t('graded', { count, what }),
        detail: typeof score === 'number' ? t('youScored', { score: percent(score) }) : undefined,
      };
    }
    case 'learning.attempts_opened':
      return { title: t('attemptsOpened', { what }), detail: t('moreAttempts', { count: facts.count ?? 1 }) };
    case 'learning.digest':
      return { title: t('trainingNews') };
    case 'chat.failing':
      return { title: t('chatFails', { what }), detail: problem };
    case 'webhook.switched_off':
      return { title: t('webhookOff', { what: facts.address ?? what }), detail: t('webhookOffMore') };
    case 'scim.stopped':
      return { title: t('scimStopped', { what }), detail: t('scimStoppedMore') };
    case 'sign_in.domain_missing':
      return { title: t('domainMissing', { what }), detail: t('domainMissingMore') };
    case 'grading.drifted':
      return { title: t('gradingDrifted', { what }), detail: problem };
    case 'drive.reconnect_needed':
      return { title: t('driveAway', { what }), detail: problem };
    case 'provider_key.failing':
      return { title: t('kindOf', { kind: t('kind.provider_key.failing'), what }) };
  }
}
