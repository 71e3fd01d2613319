import { describeKind } from '@training/shared/notifications/notifications';
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

const SECTIONS = { flashcards: 'flashcards', quiz: 'quiz' } as const;

const days = (count = 0) => `${count} working day${count === 1 ? '' : 's'}`;

/** A date in the workspace's time zone. `until`: the moment is the end of a day, i.e. the start of the next. */
function dayOf(moment: string, timeZone: string, until = false): string {
  const at = new Date(Date.parse(moment) - (until ? 1 : 0));
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(at);
}

export function mailTexts({ kind, by, subject, round, facts }: Said, timeZone: string): MailTexts {
  const who = by ?? 'Someone';
  const what = `“${subject.name}”`;
  const section = facts.section ? SECTIONS[facts.section] : 'sections';
  const waited = `has waited for ${days(facts.waiting_days)}`;
  switch (kind) {
    case 'module.submitted': {
      const again = facts.queried?.map((each) => SECTIONS[each]).join(' and ');
      return {
        title: `${who} submitted ${what} for review.`,
        ...(round > 1 && again && { more: `Round ${round}, after changes to the ${again} were requested.` }),
        button: 'Open the review',
      };
    }
    case 'module.section_approved':
      return {
        title: `${who} approved the ${section} of ${what}.`,
        more: 'It is published once its flashcards and its quiz are both approved.',
        button: 'Open the module',
      };
    case 'module.section_queried':
      return {
        title: `${who} requested changes to the ${section} of ${what}.`,
        more: 'Make the changes or answer the query, then resubmit.',
        button: 'Answer it',
      };
    case 'module.published':
      return {
        title: `${who} approved and published ${what}.`,
        more: 'Learners can see it now.',
        button: 'Open the module',
      };
    case 'module.rejected':
      return {
        title: `${who} rejected ${what}.`,
        more: 'You can edit it again.',
        button: 'Open the module',
      };
    case 'module.withdrawn':
      return {
        title: `${who} withdrew ${what} from review.`,
        more: 'It is a draft again.',
        button: 'Open the module',
      };
    case 'review.claimed_waits':
      return { title: `Your review of ${what} ${waited}.`, button: 'Open the review' };
    case 'review.waits':
    case 'review.waits_long':
      return { title: `The review of ${what} ${waited}.`, button: 'Open the review' };
    case 'query.waits':
      return {
        title: `The change requested in ${what} ${waited}.`,
        button: 'Answer it',
      };
    case 'suggestions.new':
      return {
        title:
          facts.count === 1
            ? 'A new suggestion is waiting for you.'
            : `${facts.count ?? 0} new suggestions are waiting for you.`,
        button: 'Open the suggestions',
      };
    case 'module.source_changed':
      return {
        title: `The source of ${what} has changed.`,
        more: `${facts.count === 1 ? 'A passage it quotes is' : `${facts.count ?? 0} passages it quotes are`} no longer there. Confirm that it is still correct, or revise it.`,
        button: 'Compare',
      };
    case 'learning.assigned':
      return {
        title: `${what} was assigned to you.`,
        ...(facts.due_at && { more: `It is due by ${dayOf(facts.due_at, timeZone, true)}.` }),
        button: 'Start',
      };
    case 'learning.due_soon':
      return {
        title: `${what} is due soon.`,
        ...(facts.due_at && { more: `The last day is ${dayOf(facts.due_at, timeZone, true)}.` }),
        button: 'Continue',
      };
    case 'learning.overdue':
      return {
        title: `${what} is overdue.`,
        ...(facts.due_at && { more: `The last day was ${dayOf(facts.due_at, timeZone, true)}.` }),
        button: 'Continue',
      };
    case 'learning.expiring':
      return {
        title: `Your certificate of ${what} expires soon.`,
        ...(facts.expires_at && { more: `It is valid until ${dayOf(facts.expires_at, timeZone, true)}.` }),
        button: 'Renew it',
      };
    case 'learning.reminded': {
      const { due_at, expires_at } = facts;
      return {
        title: `You were reminded of ${what}.`,
        ...(due_at && { more: `Its due date is ${dayOf(due_at, timeZone, true)}.` }),
        ...(expires_at && { more: `The last day of your certificate is ${dayOf(expires_at, timeZone, true)}.` }),
        button: 'Continue',
      };
    }
    case 'learning.graded':
      return {
        title: `Your answer in ${what} was graded.`,
        ...(typeof facts.score === 'number' && { more: `The score is ${Math.round(facts.score * 100)} %.` }),
        button: 'Open it',
      };
    case 'learning.attempts_opened':
      return {
        title: `You can attempt ${what} again.`,
        ...(facts.reason && { more: facts.reason }),
        button: 'Continue',
      };
    case 'learning.digest':
      return { title: 'There is news about your training.', button: 'Open my training' };
    case 'webhook.switched_off':
      return {
        title: `The webhook to ${facts.address ?? subject.name} was switched off because it kept failing.`,
        more: 'Its events are held. Fix the receiver, switch the webhook on, then replay them.',
        button: 'Open the webhooks',
      };
    case 'drive.reconnect_needed':
      return {
        title: `The drive “${subject.name}” can no longer be read.`,
        more: `${facts.advice ?? ''} Its suggestions and files stay as they are.`.trim(),
        button: 'Open the drives',
      };
    case 'grading.drifted':
      return {
        title: `The model ${subject.name} grades spoken answers differently than before.`,
        ...(facts.advice !== undefined && { more: facts.advice }),
        button: 'Open the settings',
      };
    case 'chat.failing':
      return {
        title: `The chat channel “${subject.name}” no longer accepts messages.`,
        ...(facts.advice !== undefined && { more: facts.advice }),
        button: 'Open the settings',
      };
    case 'provider_key.failing':
      return { title: `${describeKind(kind).label}: ${subject.name}.`, button: 'Open the settings' };
  }
}
