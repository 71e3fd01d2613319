import type { EntityManager } from '@mikro-orm/postgresql';
import type { OutgoingEventType } from '@training/shared/events/outgoing-events';
import type { NotificationKind } from '@training/shared/notifications/notifications';
import { z } from 'zod';
import { processEachAndThrowFirstFailure } from '../../../core/process-each-alone.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { publishTopicExpressionSql } from '../../../platform/topic-changes.ts';
import { INBOX_LIVE_TOPIC_SQL } from '../notification-topics.ts';
import { NOTIFICATION_IS_STILL_TRUE } from '../is-true-sql.ts';

/** Matters that settle without an event below leave inboxes within five minutes. */
export const CLEAR_SETTLED_NOTIFICATIONS_CRONTAB = '*/5 * * * * clear_settled';

/** Events after which a review, or a requested change, may wait for no one. */
export const NOTIFICATION_SETTLING_EVENT_TYPES = [
  'module.submitted',
  'module.section_queried',
  'module.section_approved',
  'module.published',
  'module.rejected',
  'module.withdrawn',
  'module.unpublished',
  'module.archived',
] as const satisfies readonly OutgoingEventType[];

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/** Kinds about a review or a requested change. The subject is the module. */
const OF_MODULES = quoted([
  'module.submitted',
  'module.section_queried',
  'review.claimed_waits',
  'review.waits',
  'review.waits_long',
  'query.waits',
] satisfies NotificationKind[]);

/** Kinds about another matter that waits for someone. */
const OF_OTHERS = quoted([
  'suggestions.new',
  'module.source_changed',
  'provider_key.failing',
  'chat.failing',
  'webhook.switched_off',
  'scim.stopped',
  'sign_in.domain_missing',
  'drive.reconnect_needed',
] satisfies NotificationKind[]);

const CLEAR = defineStatement({
  name: 'clear-settled-notifications',
  scope: 'tenant',
  unprepared: true,
  sql: `
with asked as (
  select n.id, coalesce(${NOTIFICATION_IS_STILL_TRUE}, false) as holds,
    coalesce(n.category = 'approval_reminders' and n.seen_at is null and n.part < :day::text, false) as is_past
  from notifications n
  join users u on u.workspace_id = :workspaceId and u.id = n.recipient_id
  left join modules m on m.workspace_id = :workspaceId and n.subject_kind = 'module' and m.id = n.subject_id
  where n.workspace_id = :workspaceId and n.channel = 'inbox' and n.state = 'sent' and n.category <> 'learning'
    and n.kind in (${OF_MODULES}, ${OF_OTHERS}) and (:modules::uuid[] is null or n.subject_id = any (:modules))
), gone as (
  update notifications n set state = 'suppressed', reason = case when a.holds then 'said_otherwise' else 'not_true' end
  from asked a where n.workspace_id = :workspaceId and n.id = a.id and (a.is_past or not a.holds)
  returning n.recipient_id
)
select ${publishTopicExpressionSql(INBOX_LIVE_TOPIC_SQL)} from (select distinct recipient_id from gone) u`,
});

/** Removes what is settled, and unseen reminders of the days before `day`: the inbox shows what is waiting today. */
export async function clearSettledAndOldReminders(
  on: StatementRunner,
  workspaceId: string,
  day: string,
): Promise<void> {
  await CLEAR.run(on, { workspaceId, modules: null, day });
}

/** Removes from all inboxes, seen or not, what is settled of these modules (rules/notifications 11). */
export async function clearSettledNotificationsOfModules(
  em: EntityManager,
  workspaceId: string,
  modules: string[],
): Promise<void> {
  await CLEAR.run(em, { workspaceId, modules, day: null });
}

const WORKSPACES = defineStatement({
  name: 'workspaces-with-notifications-to-clear',
  scope: 'cross_tenant',
  row: z.strictObject({ workspaceId: z.uuid() }),
  sql: `
select distinct workspace_id as "workspaceId" from notifications
where channel = 'inbox' and state = 'sent' and category <> 'learning' and kind in (${OF_MODULES}, ${OF_OTHERS})
  and ${runsBackgroundWorkSql('workspace_id')}`,
});

/** Removes from all inboxes, seen or not, what is settled by now (rules/notifications 11). */
export async function clearAllSettledNotifications(
  { pool }: Pick<Database, 'pool'>,
  stop: () => boolean = () => false,
): Promise<void> {
  const workspaces = await WORKSPACES.all(pool);
  await processEachAndThrowFirstFailure(
    workspaces,
    async (workspace) => void (await CLEAR.run(pool, { ...workspace, modules: null, day: null })),
    stop,
  );
}
