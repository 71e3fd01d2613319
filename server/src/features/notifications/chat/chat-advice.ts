import { CHAT_KINDS, type ChatFailure, type ChatKind } from '@training/shared/notifications/chat';
import { translatorIn } from '../../../core/messages.ts';

const texts = translatorIn('notifications', 'en');

/** Returns the failure and the remedy, in words that name the service. */
export function chatAdvice(kind: ChatKind, failure: ChatFailure): string {
  if (failure === 'undecryptable') return texts('chatAdvice.undecryptable');
  return texts(`chatAdvice.${failure}`, { service: CHAT_KINDS[kind].label });
}
