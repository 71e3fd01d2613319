import { pathOf } from '@training/shared/notifications/notifications';
import type { ChatMessage } from '../../../providers/chat/chat.ts';
import { mailTexts } from '../mail/mail-texts.ts';
import type { DueNotification } from '../outbox/is-still-relevant.ts';

/** The headline for the whole channel. A mail's “you” and “your” are replaced with neutral words. */
function headlineOf(notification: DueNotification): string {
  const { kind, facts, workspace } = notification;
  if (kind === 'suggestions.new') {
    return facts.count === 1 ? 'A new suggestion is waiting.' : `${facts.count ?? 0} new suggestions are waiting.`;
  }
  const { title } = mailTexts(notification, workspace.time_zone);
  return kind === 'review.claimed_waits' ? title.replace(/^Your review/, 'The claimed review') : title;
}

function linkLabel({ kind, category }: DueNotification): string {
  if (kind === 'module.source_changed') return 'Compare';
  if (category === 'ai_suggestions') return 'Open the suggestions';
  return category === 'module_submitted' || kind.startsWith('review.') ? 'Open the review' : 'Open the module';
}

/** The chat message for a notification. `origin` is this server's public origin. */
export function renderChatMessage(notification: DueNotification, origin: string): ChatMessage {
  const { workspace, kind, subject, facts, round } = notification;
  const lines = [
    ...(kind === 'module.submitted' && round > 1 ? [`It is round ${round}.`] : []),
    ...(facts.reason === undefined ? [] : [`“${facts.reason}”`]),
  ];
  return {
    title: headlineOf(notification),
    lines,
    link: {
      label: linkLabel(notification),
      url: `${origin}/${workspace.slug}${pathOf(kind, subject, facts)}`,
    },
  };
}
