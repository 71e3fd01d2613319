import { z } from 'zod';
import { EventAction } from '../events/events.ts';
import {
  RecipientReason,
  NotificationCategory,
  NotificationChannel,
  NotificationFacts,
  NotificationKind,
  NotificationState,
  NotificationSubject,
  NotSentReason,
} from './notifications.ts';
import { EventActor } from '../events/outgoing-events.ts';
import { Count, Id, Timestamp, PageCursor } from '../primitives.ts';

/** The page size of the inbox, and the maximum that can be marked as seen at once. */
export const INBOX_PAGE = 50;

/** The count of unseen notifications stops here. */
export const MOST_UNSEEN = 100;

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
export const InboxItem = z.strictObject({
  ...told,
  seen: z.boolean().describe('True if all of them have been seen.'),
  count: Count.min(1).describe('Number of notifications, this one included.'),
});
export type InboxItem = z.infer<typeof InboxItem>;

export const ListInbox = z.strictObject({
  unseen: z.boolean().default(false).describe('Only those that have not been seen.'),
  after: PageCursor.optional(),
  limit: z.int().min(1).max(INBOX_PAGE).default(20),
});
export type ListInbox = z.infer<typeof ListInbox>;

/** Newest first. */
export const Inbox = z.strictObject({
  items: z.array(InboxItem),
  next: PageCursor.nullable().describe('Where the next page begins; null on the last one.'),
  unseen: Count.max(MOST_UNSEEN).describe('Of all, not only of this page.'),
});
export type Inbox = z.infer<typeof Inbox>;

export const InboxCount = z.strictObject({ unseen: Count.max(MOST_UNSEEN) });
export type InboxCount = z.infer<typeof InboxCount>;

/**
 * Marks notifications as seen: those given by id with older ones of their kind and module, and everything older than
 * `older_than` to mark all. Their mails aren't sent any more.
 */
export const MarkInboxSeen = z.strictObject({
  ids: z.array(Id).max(INBOX_PAGE),
  older_than: Timestamp.optional().describe('The time of the oldest one that was shown.'),
});
export type MarkInboxSeen = z.infer<typeof MarkInboxSeen>;

/** The delivery of a notification in one channel. */
export const ChannelDelivery = z.strictObject({
  channel: NotificationChannel,
  state: NotificationState,
  reason: NotSentReason.nullable().describe('Why it was not sent, where it was not.'),
  due_at: Timestamp.nullable().describe('When it is sent, or tried again, where it is not over.'),
  finished_at: Timestamp.nullable(),
});
export type ChannelDelivery = z.infer<typeof ChannelDelivery>;

export const NotificationRef = z.strictObject({ id: Id });
export type NotificationRef = z.infer<typeof NotificationRef>;

/** Explains to the recipient why they got a notification. */
export const ExplainedNotification = z.strictObject({
  ...told,
  because: RecipientReason,
  deliveries: z.array(ChannelDelivery),
});
export type ExplainedNotification = z.infer<typeof ExplainedNotification>;

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
  state: NotificationState.optional(),
  after: PageCursor.optional(),
  limit: z.int().min(1).max(200).default(50),
});
export type TraceNotifications = z.infer<typeof TraceNotifications>;

/**
 * The outcome of an event. `not_yet`: its notifications will be created soon; `told`: they were created, though perhaps
 * none could be delivered; `nobody`: it concerned no one; `not_notified`: events of this type cause no notifications;
 * `forgotten`: unknown, because the records have been deleted.
 */
export const EventOutcome = z.enum(['not_yet', 'told', 'nobody', 'not_notified', 'forgotten']);
export type EventOutcome = z.infer<typeof EventOutcome>;

/** Newest first. */
export const TracedPage = z.strictObject({
  event: z
    .strictObject({
      id: Id,
      at: Timestamp,
      action: EventAction,
      by: EventActor,
      name: z.string(),
      outcome: EventOutcome,
    })
    .nullable()
    .describe('The event that was asked for; null where none was, or there is none of that id.'),
  notifications: z.array(TracedNotification),
  next: PageCursor.nullable(),
});
export type TracedPage = z.infer<typeof TracedPage>;
