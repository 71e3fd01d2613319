import { OutgoingType } from '@training/shared/outgoing-events';
import { Id } from '@training/shared/primitives';
import { DeliveryState } from '@training/shared/webhooks';
import { z } from 'zod';

/** The filters of an endpoint's deliveries, as they stand in its address, and where the page begins. */
export const DeliverySearch = z.object({
  state: DeliveryState.optional().catch(undefined),
  type: OutgoingType.optional().catch(undefined),
  before: Id.optional().catch(undefined),
});
export type DeliverySearch = z.infer<typeof DeliverySearch>;
