import { defineEntity, p } from '@mikro-orm/core';
import type {
  Because,
  NotificationCategory,
  NotificationChannel,
  NotificationFacts,
  NotificationKind,
  NotificationState,
  NotificationSubject,
  NotSentReason,
} from '@training/shared/notifications';

/** One thing that one person, or the chat channel, is told by one channel: also where it was not sent, and why. */
export const NotificationEntity = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Of the audit log; null for what several events came to, and for what time alone has brought. */
    eventId: p.uuid().nullable(),
    firstSequence: p.bigint('number').nullable(),
    lastSequence: p.bigint('number').nullable(),
    category: p.text().$type<NotificationCategory>(),
    kind: p.text().$type<NotificationKind>(),
    channel: p.text().$type<NotificationChannel>(),
    /** Null for the chat channel. */
    recipientId: p.uuid().nullable(),
    because: p.text().$type<Because>(),
    byName: p.text().nullable(),
    subjectKind: p.text().$type<NotificationSubject['kind']>(),
    subjectId: p.uuid().nullable(),
    subjectName: p.text(),
    /** What tells apart several of the same subject and round. */
    part: p.text().nullable(),
    round: p.integer().default(0),
    facts: p.json<NotificationFacts>(),
    state: p.text().$type<NotificationState>(),
    reason: p.text().$type<NotSentReason>().nullable(),
    error: p.text().nullable(),
    /** Each claim has a number of its own: whoever has lost their lease finishes nothing. */
    attempts: p.integer().default(0),
    /** What the mail is known by that it goes out in, from before its first try on; null of what is in none. */
    mailId: p.uuid().nullable(),
    /** When it may be taken; null where it is over. */
    dueAt: p.datetime(3).nullable(),
    at: p.datetime(3),
    finishedAt: p.datetime(3).nullable(),
    seenAt: p.datetime(3).nullable(),
  },
});
