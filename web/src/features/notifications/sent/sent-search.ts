import { After } from '@training/shared/inbox';
import { NotificationCategory, NotificationChannel, NotificationState } from '@training/shared/notifications';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';

/** The filters of what was sent, as they stand in its address, and where the page begins. */
export const SentSearch = z.object({
  event: Id.optional().catch(undefined),
  person: Id.optional().catch(undefined),
  category: NotificationCategory.optional().catch(undefined),
  channel: NotificationChannel.optional().catch(undefined),
  state: NotificationState.optional().catch(undefined),
  after: After.optional().catch(undefined),
});
export type SentSearch = z.infer<typeof SentSearch>;
