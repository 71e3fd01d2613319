import { defineEntity, p } from '@mikro-orm/core';
import type {
  RecipientReason,
  NotificationCategory,
  NotificationChannel,
  NotificationFacts,
  NotificationKind,
  NotificationDeliveryState,
  NotificationSubject,
  NotSentReason,
} from '@training/shared/notifications/notifications';
import { createLeaseEntityProperties } from '../../platform/queue/lease.ts';

/**
 * One notification for one recipient (a user or the chat channel) on one channel. Also stored if not sent, with the
 * reason.
 */
export const NotificationEntity = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** The audit log's event; null if it combines several events, or only time caused it. */
    eventId: p.uuid().nullable(),
    firstSequence: p.bigint('number').nullable(),
    lastSequence: p.bigint('number').nullable(),
    category: p.text().$type<NotificationCategory>(),
    kind: p.text().$type<NotificationKind>(),
    channel: p.text().$type<NotificationChannel>(),
    /** Null for the chat channel. */
    recipientId: p.uuid().nullable(),
    because: p.text().$type<RecipientReason>(),
    byName: p.text().nullable(),
    subjectKind: p.text().$type<NotificationSubject['kind']>(),
    subjectId: p.uuid().nullable(),
    subjectName: p.text(),
    /** Distinguishes notifications with the same subject and round. */
    part: p.text().nullable(),
    round: p.integer().default(0),
    facts: p.json<NotificationFacts>(),
    state: p.text().$type<NotificationDeliveryState>(),
    reason: p.text().$type<NotSentReason>().nullable(),
    error: p.text().nullable(),
    /** Incremented by each claim. */
    attempts: p.integer().default(0),
    /** Id of its mail, assigned before the first attempt; null if it is in no mail. */
    mailId: p.uuid().nullable(),
    /** The time from which it can be sent; null if it is finished. */
    dueAt: p.datetime(3).nullable(),
    ...createLeaseEntityProperties(),
    at: p.datetime(3),
    finishedAt: p.datetime(3).nullable(),
    seenAt: p.datetime(3).nullable(),
  },
});
