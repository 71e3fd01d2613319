import type { ChatFailure, ChatKind } from '@training/shared/notifications/chat';
import * as problems from '@training/shared/notifications/problems';
import { translatorIn } from '../../../core/messages.ts';

const texts = translatorIn('notifications', 'en');

/** Returns the failure and the remedy, in English. */
export const chatAdvice = (kind: ChatKind, failure: ChatFailure): string => problems.chatAdvice(texts, kind, failure);
