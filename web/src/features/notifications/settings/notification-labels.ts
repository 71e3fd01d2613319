import type { InboxItem } from '@training/shared/notifications/inbox';
import { describeKind } from '@training/shared/notifications/notifications';
import { lastDayBefore } from '../../../lib/dates.ts';
import { percent } from '../../../lib/in-words.ts';
import { counted } from '../../../lib/numbers.ts';

/** The text of a notification in the inbox. */
interface NotificationLabels {
  /** The event and its actor. */
  title: string;
  /** Additional details, if any. */
  more?: string | undefined;
}

type Told = Pick<InboxItem, 'kind' | 'by' | 'subject' | 'facts'> & { count?: number };

const SECTIONS = { flashcards: 'the flashcards', quiz: 'the quiz' } as const;

const waited = (days = 0) => `has waited ${counted(days, 'working day')}`;

const earlier = (count: number, what: string) =>
  count === 1 ? undefined : `And ${counted(count - 1, `earlier ${what}`)}.`;

export function labelOf({ kind, by, subject, facts, count = 1 }: Told): NotificationLabels {
  const who = by ?? 'Someone';
  const what = `“${subject.name}”`;
  const section = facts.section === undefined ? 'a section' : SECTIONS[facts.section];
  const reason = facts.reason === undefined ? undefined : `“${facts.reason}”`;
  const due = facts.due_at && lastDayBefore(facts.due_at);
  switch (kind) {
    case 'module.submitted': {
      const again = facts.queried?.map((each) => SECTIONS[each]).join(' and ');
      return { title: `${who} submitted ${what} for review`, more: again && `Resubmitted after changes to ${again}.` };
    }
    case 'module.section_approved':
      return { title: `${who} approved ${section} of ${what}`, more: earlier(count, 'approval') };
    case 'module.section_queried':
      return { title: `${who} requested changes to ${section} of ${what}`, more: reason ?? earlier(count, 'request') };
    case 'module.published':
      return { title: `${who} approved and published ${what}` };
    case 'module.rejected':
      return { title: `${who} rejected ${what}`, more: reason };
    case 'module.withdrawn':
      return { title: `${who} withdrew ${what} from review`, more: reason };
    case 'review.claimed_waits':
      return { title: `Your review of ${what} ${waited(facts.waiting_days)}` };
    case 'review.waits':
    case 'review.waits_long':
      return { title: `The review of ${what} ${waited(facts.waiting_days)}` };
    case 'query.waits':
      return { title: `The change requested in ${what} ${waited(facts.waiting_days)}` };
    case 'suggestions.new':
      return { title: `${counted(facts.count ?? 1, 'new suggestion waits', 'new suggestions wait')} for you` };
    case 'module.source_changed':
      return {
        title: `The source ${what} is based on has changed`,
        more: `${counted(facts.count ?? 1, 'quoted passage is', 'quoted passages are')} no longer in it.`,
      };
    case 'learning.assigned':
      return { title: `${what} was assigned to you`, more: due && `Due by ${due}.` };
    case 'learning.due_soon':
      return { title: `${what} is due soon`, more: due && `Due ${due}.` };
    case 'learning.overdue':
      return { title: `${what} is overdue`, more: due && `It was due ${due}.` };
    case 'learning.expiring':
      return {
        title: `Your certificate of ${what} expires soon`,
        more: facts.expires_at && `Valid until ${lastDayBefore(facts.expires_at)}.`,
      };
    case 'learning.reminded':
      return {
        title: `${who} reminded you of ${what}`,
        more: facts.expires_at
          ? `Certificate’s last day: ${lastDayBefore(facts.expires_at)}.`
          : due && `Due date: ${due}.`,
      };
    case 'learning.graded':
      return {
        title: count === 1 ? `Your answer in ${what} was graded` : `${count} of your answers in ${what} were graded`,
        more: count > 1 || typeof facts.score !== 'number' ? undefined : `You scored ${percent(facts.score)}.`,
      };
    case 'learning.attempts_opened':
      return {
        title: `You can attempt ${what} again`,
        more: `${counted(facts.count ?? 1, 'more attempt')}. ${facts.reason ?? ''}`.trim(),
      };
    case 'chat.failing':
      return { title: `The chat channel ${what} isn’t accepting messages`, more: facts.advice };
    case 'webhook.switched_off':
      return {
        title: `The webhook ${what} was switched off`,
        more: 'It kept failing. Events are held until it’s back on.',
      };
    case 'grading.drifted':
      return { title: `${what} grades spoken answers differently than before`, more: facts.advice };
    case 'drive.reconnect_needed':
      return { title: `The drive ${what} can no longer be read`, more: facts.advice };
    default:
      return { title: `${describeKind(kind).label}: ${subject.name}` };
  }
}
