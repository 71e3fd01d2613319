import type { Delivered } from '@training/shared/notifications/inbox';
import type { BadgeProps } from '@mantine/core';
import type { ChatConnection, ChatState } from '@training/shared/notifications/notification-settings';
import {
  NOT_SENT,
  type NotificationChannel,
  type NotificationState,
} from '@training/shared/notifications/notifications';

export const CHANNELS: Record<NotificationChannel, string> = { inbox: 'Bell', email: 'E-mail', chat: 'Chat' };

export const STATES: Record<NotificationState, string> = {
  pending: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  suppressed: 'Not sent',
};

/** Explains why a message wasn't sent or delivered; undefined if there is no reason. */
export const reasonWords = ({ reason }: Pick<Delivered, 'reason'>) => (reason === null ? undefined : NOT_SENT[reason]);

const CHAT_BADGES: Record<ChatState, BadgeProps> = {
  untested: { children: 'Off until tested', color: 'yellow.4', variant: 'filled' },
  working: { children: 'Working', color: 'green', variant: 'dot' },
  failing: { children: 'Failing', color: 'red.8', variant: 'filled' },
};

/** The badge of the chat channel. A channel that is on may have missed its last message. */
export const chatBadge = ({ state, error }: Pick<ChatConnection, 'state' | 'error'>): BadgeProps =>
  state === 'working' && error !== null
    ? { children: 'Last message failed', color: 'yellow.4', variant: 'filled' }
    : CHAT_BADGES[state];
