import type { ChatDeliveryFailure, ChatServiceKind } from '@training/shared/notifications/chat';
import * as problems from '@training/shared/notifications/notified-problems';
import { translatorIn } from '../../../core/messages.ts';

const texts = translatorIn('notifications', 'en');

/** Returns the failure and the remedy, in English. */
export const adviseOnChatFailureInEnglish = (kind: ChatServiceKind, failure: ChatDeliveryFailure): string =>
  problems.explainChatDeliveryFailure(texts, kind, failure);
