import type { Delivered } from '@training/shared/notifications/inbox';
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
