import type { ChannelDelivery } from '@training/shared/notifications/inbox';
import type { BadgeProps } from '@mantine/core';
import type { ChatConnection, ChatConnectionState } from '@training/shared/notifications/notification-settings';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('notifications');

/** Explains why a message wasn't sent or delivered; undefined if there is no reason. */
export const notSentReasonInWords = ({ reason }: Pick<ChannelDelivery, 'reason'>) =>
  reason === null ? undefined : t(`notSent.${reason}`);

const CHAT_BADGES: Record<ChatConnectionState, BadgeProps> = {
  untested: { color: 'yellow.4', variant: 'filled' },
  working: { color: 'green', variant: 'dot' },
  failing: { color: 'red.8', variant: 'filled' },
};

/** The badge of the chat channel. A channel that is on may have missed its last message. */
export const chatBadgePropsOf = ({ state, error }: Pick<ChatConnection, 'state' | 'error'>): BadgeProps =>
  state === 'working' && error !== null
    ? { children: t('lastMessageFailed'), color: 'yellow.4', variant: 'filled' }
    : { ...CHAT_BADGES[state], children: t(`health.${state}`) };
