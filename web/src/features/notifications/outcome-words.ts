import type { Delivered } from '@training/shared/inbox';
import { NOT_SENT, type NotificationChannel, type NotificationState } from '@training/shared/notifications';

export const CHANNELS: Record<NotificationChannel, string> = { inbox: 'Bell', email: 'E-mail', chat: 'Chat' };

export const STATES: Record<NotificationState, string> = {
  pending: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  suppressed: 'Not sent',
};

/** Why a message was not sent, or did not arrive; undefined where there is nothing to say. */
export const reasonWords = ({ reason }: Pick<Delivered, 'reason'>) => (reason === null ? undefined : NOT_SENT[reason]);
