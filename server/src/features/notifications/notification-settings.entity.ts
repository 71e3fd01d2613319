import { defineEntity, p } from '@mikro-orm/core';
import type {
  SwitchableCategory,
  NotificationCategory,
  SwitchableChannel,
} from '@training/shared/notifications/notifications';

/** A switch that was changed. Others have their default from `SWITCHABLE_CHANNEL_DEFAULTS`. */
export const WorkspaceNotificationSwitchEntity = defineEntity({
  name: 'NotificationSwitch',
  tableName: 'notification_switches',
  properties: {
    workspaceId: p.uuid().primary(),
    category: p.text().$type<SwitchableCategory>().primary(),
    channel: p.text().$type<SwitchableChannel>().primary(),
    enabled: p.boolean(),
    updatedAt: p.datetime(3),
  },
});

/** Times of day, as HH:MM in the workspace's time zone. */
export const WorkspaceNotificationTimesEntity = defineEntity({
  name: 'NotificationSettings',
  tableName: 'notification_settings',
  properties: {
    workspaceId: p.uuid().primary(),
    quietFrom: p.text().nullable(),
    quietTo: p.text().nullable(),
    digestAt: p.text(),
    updatedAt: p.datetime(3),
  },
});

/** A user's opt-out from mails of a category. */
export const NotificationUnsubscribeEntity = defineEntity({
  name: 'NotificationUnsubscribe',
  tableName: 'notification_unsubscribes',
  properties: {
    workspaceId: p.uuid().primary(),
    userId: p.uuid().primary(),
    category: p.text().$type<NotificationCategory>().primary(),
    at: p.datetime(3),
  },
});

/** A user whose address was permanently rejected, until it changes or accepts a mail again. */
export const MailFailureEntity = defineEntity({
  name: 'MailFailure',
  tableName: 'mail_failures',
  properties: {
    workspaceId: p.uuid().primary(),
    userId: p.uuid().primary(),
    email: p.text(),
    error: p.text(),
    at: p.datetime(3),
  },
});
