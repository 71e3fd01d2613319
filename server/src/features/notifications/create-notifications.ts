import type {
  RecipientReason,
  NotificationFacts,
  NotificationKind,
  NotificationSubject,
  NotSentReason,
} from '@training/shared/notifications/notifications';
import type { Permission } from '@training/shared/permissions';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { listRolesBeyondDepartment } from './recipients-by-permission.ts';
import { STORE_NOTIFICATIONS_CTES, PUBLISH_NEW_INBOX_TOPICS_SQL } from './store-notifications-sql.ts';
import { WORKSPACE_NOTIFICATION_SETTINGS_CTES } from './notification-settings-sql.ts';

/** A notification, without its recipient. */
type NewNotifications = {
  kind: NotificationKind;
  because: RecipientReason;
  /** Name of the user who did it; absent if none did. */
  by?: string;
  subject: NotificationSubject;
  /** Distinguishes notifications with the same subject and round, such as the start of a failure, or a day. */
  part?: string;
  round?: number;
  facts?: NotificationFacts;
  /** The reason for not sending it, if already known. The notification is stored with it. */
  reason?: NotSentReason;
  /** The audit log's event. */
  eventId?: string;
};

/** The user to notify; null is the chat channel. */
export type NewNotification = NewNotifications & { recipientId: string | null };

const COLUMNS = `event_id, null::bigint as first_sequence, null::bigint as last_sequence, kind`;
const REST = `because, by_name, subject_kind, subject_id, subject_name, part, round, facts, reason`;

const GIVEN = `given as (
  select * from jsonb_to_recordset(:notifications::jsonb) as given (event_id uuid, kind text, recipient_id uuid, because text,
    by_name text, subject_kind text, subject_id uuid, subject_name text, part text, round integer, facts jsonb, reason text)
)` as const;

const NOTIFY = defineStatement({
  name: 'notify',
  scope: 'tenant',
  sql: `
with ${WORKSPACE_NOTIFICATION_SETTINGS_CTES}, ${GIVEN},
wanted as (select ${COLUMNS}, recipient_id, ${REST} from given),
${STORE_NOTIFICATIONS_CTES} ${PUBLISH_NEW_INBOX_TOPICS_SQL}`,
});

/**
 * Notifies users and the chat channel, in the transaction that causes it: a rollback notifies nobody. Duplicates are
 * ignored.
 */
export async function createNotifications(
  transaction: StatementRunner,
  workspaceId: string,
  now: Date,
  notifications: NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return;
  await NOTIFY.run(transaction, { workspaceId, now, notifications: JSON.stringify(notifications.map(rowOf)) });
}

const NOTIFY_ROLES = defineStatement({
  name: 'notify-roles',
  scope: 'tenant',
  sql: `
with ${WORKSPACE_NOTIFICATION_SETTINGS_CTES}, ${GIVEN},
wanted as (
  select ${COLUMNS}, u.id as recipient_id, ${REST} from given
  join users u on u.workspace_id = :workspaceId and u.is_active and u.role = any (:roles::text[])
),
${STORE_NOTIFICATIONS_CTES} ${PUBLISH_NEW_INBOX_TOPICS_SQL}`,
});

/** Notifies all active users whose permission reaches the whole workspace. */
export async function notifyWorkspaceWidePermittedUsers(
  transaction: StatementRunner,
  workspaceId: string,
  now: Date,
  permission: Permission,
  notification: NewNotifications,
): Promise<void> {
  const roles = listRolesBeyondDepartment(permission);
  await NOTIFY_ROLES.run(transaction, {
    workspaceId,
    now,
    roles,
    notifications: JSON.stringify([rowOf(notification)]),
  });
}

function rowOf(notification: NewNotifications & { recipientId?: string | null }) {
  const { kind, because, subject } = notification;
  return {
    event_id: notification.eventId ?? null,
    kind,
    recipient_id: notification.recipientId ?? null,
    because,
    by_name: notification.by ?? null,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: subject.name,
    part: notification.part ?? null,
    round: notification.round ?? 0,
    facts: notification.facts ?? {},
    reason: notification.reason ?? null,
  };
}
