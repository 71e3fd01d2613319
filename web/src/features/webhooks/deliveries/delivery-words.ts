import type { BadgeProps } from '@mantine/core';
import type { DeliveryState } from '@training/shared/webhooks/webhooks';

export const DELIVERY_STATES: Record<DeliveryState, { label: string; badge: BadgeProps }> = {
  pending: { label: 'Waiting to be sent', badge: { children: 'Pending', variant: 'default' } },
  sending: { label: 'Sending', badge: { children: 'Sending', variant: 'default' } },
  delivered: { label: 'Delivered', badge: { children: 'Delivered', color: 'green', variant: 'dot' } },
  retrying: { label: 'Retrying', badge: { children: 'Retrying', color: 'yellow.4', variant: 'filled' } },
  exhausted: { label: 'Given up', badge: { children: 'Given up', color: 'red.8', variant: 'filled' } },
  held: { label: 'Held', badge: { children: 'Held', color: 'yellow.4', variant: 'filled' } },
  cancelled: { label: 'Cancelled', badge: { children: 'Cancelled', variant: 'default' } },
};

/** Returns true unless the delivery is already in progress. */
export const isReplayable = (state: DeliveryState) => state !== 'pending' && state !== 'sending';
