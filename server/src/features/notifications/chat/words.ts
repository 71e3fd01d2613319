import { describeKind, pathOf } from '@training/shared/notifications';
import type { ChatMessage } from '../../../providers/chat/chat.ts';
import type { DueNotification } from '../outbox/still-true.ts';

const days = (count = 0) => `${count} working day${count === 1 ? '' : 's'}`;
const SECTIONS = { flashcards: 'flashcards', quiz: 'quiz' } as const;

/** What happened, as the whole channel is told it. */
export function titleOf({ kind, by, subject, round, facts }: DueNotification): string {
  const who = by ?? 'Somebody';
  const what = `“${subject.name}”`;
  const section = facts.section ? SECTIONS[facts.section] : 'sections';
  switch (kind) {
    case 'module.submitted':
      return `${who} submitted ${what} for review${round > 1 ? `, round ${round}` : ''}`;
    case 'module.section_approved':
      return `${who} approved the ${section} of ${what}`;
    case 'module.section_queried':
      return `${who} asked for a change of the ${section} of ${what}`;
    case 'module.published':
      return `${who} approved ${what}: it is published`;
    case 'module.rejected':
      return `${who} rejected ${what}`;
    case 'module.withdrawn':
      return `${who} withdrew ${what} from review`;
    case 'review.claimed_waits':
      return `The review of ${what} was claimed and has waited for ${days(facts.waiting_days)}`;
    case 'review.waits':
    case 'review.waits_long':
      return `The review of ${what} has waited for ${days(facts.waiting_days)}`;
    case 'query.waits':
      return `The change that was asked for in ${what} has waited for ${days(facts.waiting_days)}`;
    case 'suggestions.new':
      return facts.count === 1 ? 'A new suggestion waits' : `${facts.count ?? 'Some'} new suggestions wait`;
    default:
      return `${describeKind(kind).label}: ${subject.name}`;
  }
}

function linkLabel({ kind, category }: DueNotification): string {
  if (category === 'ai_suggestions') return 'Open the suggestions';
  return category === 'module_submitted' || kind.startsWith('review.') ? 'Open the review' : 'Open the module';
}

/** A notification as the channel is told it. `origin` is where browsers reach us. */
export function messageOf(notification: DueNotification, origin: string): ChatMessage {
  const { workspace, kind, subject, facts } = notification;
  return {
    title: titleOf(notification),
    lines: facts.reason === undefined ? [] : [`“${facts.reason}”`],
    link: {
      label: linkLabel(notification),
      url: `${origin}/${workspace.slug}${pathOf(kind, subject, facts)}`,
    },
  };
}
