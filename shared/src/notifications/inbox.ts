import { z } from 'zod';
import { EventAction } from '../events/events.ts';
import {
  RecipientReason,
  NotificationCategory,
  NotificationChannel,
  NotificationFacts,
  NotificationKind,
  NotificationDeliveryState,
  NotificationSubject,
  NotSentReason,
} from './notifications.ts';
import { EventActor } from '../events/outgoing-events.ts';
import { Count, Id, Timestamp, PageCursor } from '../primitives.ts';

/** The page size of the inbox, and the maximum that can be marked as seen at once. */
export const INBOX_PAGE_SIZE = 50;

/** The count of unseen notifications stops here. */
export const MAX_UNSEEN_COUNT = 100;

/** Fields that every notification has. */
const told = {
  id: Id,
  at: Timestamp,
  category: NotificationCategory,
  kind: NotificationKind,
  by: z.string().nullable().describe('Who did it; null where nobody did.'),
  subject: NotificationSubject,
  facts: NotificationFacts,
};

/** The newest notification of a kind about a module, standing for all of them. */
export const InboxNotificationGroup = z.strictObject({
  ...told,
  seen: z.boolean().describe('True if all of them have been seen.'),
  count: Count.min(1).describe('Number of notifications, this one included.'),
});
export type InboxNotificationGroup = z.infer<typeof InboxNotificationGroup>;

export const ListInbox = z.strictObject({
  unseen: z.boolean().default(false).describe('Only those that have not been seen.'),
  after: PageCursor.optional(),
  limit: z.int().min(1).max(INBOX_PAGE_SIZE).default(20),
});
export type ListInbox = z.infer<typeof ListInbox>;

/** Newest first. */
export const InboxPage = z.strictObject({
  items: z.array(InboxNotificationGroup),
  next: PageCursor.nullable().describe('Where the next page begins; null on the last one.'),
  unseen: Count.max(MAX_UNSEEN_COUNT).describe('Of all, not only of this page.'),
});
export type InboxPage = z.infer<typeof InboxPage>;

export const InboxUnseenCount = z.strictObject({ unseen: Count.max(MAX_UNSEEN_COUNT) });
export type InboxUnseenCount = z.infer<typeof InboxUnseenCount>;

/**
 * Marks notifications as seen: those given by id with older ones of their kind and module, and everything older than
 * `older_than` to mark all. Their mails aren't sent any more.
 */
export const MarkInboxSeen = z.strictObject({
  ids: z.array(Id).max(INBOX_PAGE_SIZE),
  older_than: Timestamp.optional().describe('The time of the oldest one that was shown.'),
});
export type MarkInboxSeen = z.infer<typeof MarkInboxSeen>;

/** The delivery of a notification in one channel. */
export const ChannelDelivery = z.strictObject({
  channel: NotificationChannel,
  state: NotificationDeliveryState,
  reason: NotSentReason.nullable().describe('Why it was not sent, where it was not.'),
  due_at: Timestamp.nullable().describe('When it is sent, or tried again, where it is not over.'),
  finished_at: Timestamp.nullable(),
});
export type ChannelDelivery = z.infer<typeof ChannelDelivery>;

export const NotificationRef = z.strictObject({ id: Id });
export type NotificationRef = z.infer<typeof NotificationRef>;

/** Explains to the recipient why they got a notification. */
export const NotificationExplanation = z.strictObject({
  ...told,
  because: RecipientReason,
  deliveries: z.array(ChannelDelivery),
});
export type NotificationExplanation = z.infer<typeof NotificationExplanation>;

/** A notification of any recipient, as super admins see it. */
export const TracedNotification = z.strictObject({
  ...told,
  ...ChannelDelivery.shape,
  event_id: Id.nullable(),
  recipient: z.strictObject({ id: Id, name: z.string() }).nullable().describe('null: the chat channel.'),
  because: RecipientReason,
  attempts: Count,
  error: z.string().nullable().describe('What the other server answered, where it took nothing.'),
  seen_at: Timestamp.nullable(),
});
export type TracedNotification = z.infer<typeof TracedNotification>;

export const TraceNotifications = z.strictObject({
  event_id: Id.optional().describe('Of the audit log.'),
  recipient_id: Id.optional(),
  category: NotificationCategory.optional(),
  channel: NotificationChannel.optional(),
  state: NotificationDeliveryState.optional(),
  after: PageCursor.optional(),
  limit: z.int().min(1).max(200).default(50),
});
export type TraceNotifications = z.infer<typeof TraceNotifications>;

/**
 * The outcome of an event. `not_yet`: its notifications will be created soon; `told`: they were created, though perhaps
 * none could be delivered; `nobody`: it concerned no one; `not_notified`: events of this type cause no notifications;
 * `forgotten`: unknown, because the records have been deleted.
 */
export const EventNotificationOutcome = z.enum(['not_yet', 'told', 'nobody', 'not_notified', 'forgotten']);
export type EventNotificationOutcome = z.infer<typeof EventNotificationOutcome>;

/** Newest first. */
export const TracedNotificationPage = z.strictObject({
  event: z
    .strictObject({
      id: Id,
      at: Timestamp,
      action: EventAction,
      by: EventActor,
      name: z.string(),
      outcome: EventNotificationOutcome,
    })
    .nullable()
    .describe('The event that was asked for; null where none was, or there is none of that id.'),
  notifications: z.array(TracedNotification),
  next: PageCursor.nullable(),
});
export type TracedNotificationPage = z.infer<typeof TracedNotificationPage>;
