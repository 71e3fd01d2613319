import type { EntityManager } from '@mikro-orm/postgresql';
import type { OutgoingType } from '@training/shared/events/outgoing-events';
import type { NotificationKind } from '@training/shared/notifications/notifications';
import { z } from 'zod';
import { eachAlone } from '../../../core/each-alone.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publishing } from '../../../platform/live.ts';
import type { SequencedEvents } from '../../events/event-consumer.ts';
import { INBOX_TOPIC } from '../notification-topics.ts';
import { IS_TRUE } from '../outbox/is-still-relevant.ts';

/** What settles in other ways than by the events below leaves inboxes within five minutes. */
export const CLEAR_CRONTAB = '*/5 * * * * clear_settled';

/** Events after which a review, or a requested change, may wait for no one. */
export const SETTLING_EVENTS = [
  'module.submitted',
  'module.section_queried',
  'module.section_approved',
  'module.published',
  'module.rejected',
  'module.withdrawn',
  'module.unpublished',
  'module.archived',
] as const satisfies readonly OutgoingType[];

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
  'drive.reconnect_needed',
] satisfies NotificationKind[]);

/** Kinds that ask a learner to study a module. */
const OF_TRAINING = quoted([
  'learning.assigned',
  'learning.due_soon',
  'learning.overdue',
  'learning.reminded',
  'learning.expiring',
] satisfies NotificationKind[]);

const PUBLISH = `select ${publishing(INBOX_TOPIC)} from (select distinct recipient_id from gone) u`;

/** The beginning of a statement that clears the entries for which `which` is true and the matter is settled. */
const clearing = <const Which extends string>(which: Which) =>
  `
with settled as (
  select n.id from notifications n
  join users u on u.workspace_id = :workspaceId and u.id = n.recipient_id
  left join modules m on m.workspace_id = :workspaceId and n.subject_kind = 'module' and m.id = n.subject_id
  where n.workspace_id = :workspaceId and n.channel = 'inbox' and n.state = 'sent' and n.category <> 'learning'
    and ${which} and not coalesce(${IS_TRUE}, false)
), gone as (
  update notifications n set state = 'suppressed', reason = 'not_true'
  where n.workspace_id = :workspaceId and n.id in (select id from settled)
  returning n.recipient_id
)` as const;

const CLEAR_AFTER_EVENTS = defineStatement({
  name: 'clear-notifications-after-events',
  scope: 'tenant',
  unprepared: true,
  sql: `
${clearing(`n.kind in (${OF_MODULES}) and n.subject_id in (
    select (e.data ->> 'module_id')::uuid from outgoing_events e
    where e.workspace_id = :workspaceId and e.sequence between :first and :last and e.type = any (:types::text[]))`)}
${PUBLISH}`,
});

const CLEAR_AFTER_COMPLETIONS = defineStatement({
  name: 'clear-notifications-after-completions',
  scope: 'tenant',
  unprepared: true,
  sql: `
with gone as (
  update notifications n set state = 'suppressed', reason = 'not_true'
  from outgoing_events e
  where e.workspace_id = :workspaceId and e.sequence between :first and :last and e.type = 'learner.module_completed'
    and n.workspace_id = :workspaceId and n.recipient_id = (e.data ->> 'user_id')::uuid
    and n.channel = 'inbox' and n.state = 'sent' and n.kind in (${OF_TRAINING})
    and n.facts ->> 'module_id' = e.data ->> 'module_id' and n.at <= e.at
  returning n.recipient_id
)
${PUBLISH}`,
});

/** Removes from all inboxes, seen or not, what the events have settled (rules/notifications 11). */
export async function clearAfterEvents(em: EntityManager, events: SequencedEvents): Promise<void> {
  await CLEAR_AFTER_EVENTS.run(em, { ...events, types: [...SETTLING_EVENTS] });
}

/** Removes from learners' inboxes what asked them for training that they have completed. */
export async function clearAfterCompletions(em: EntityManager, events: SequencedEvents): Promise<void> {
  await CLEAR_AFTER_COMPLETIONS.run(em, events);
}

const WORKSPACES = defineStatement({
  name: 'workspaces-with-notifications-to-clear',
  scope: 'cross_tenant',
  row: z.strictObject({ workspaceId: z.uuid() }),
  sql: `
select distinct workspace_id as "workspaceId" from notifications
where channel = 'inbox' and state = 'sent' and category <> 'learning' and kind in (${OF_MODULES}, ${OF_OTHERS})`,
});

const CLEAR = defineStatement({
  name: 'clear-settled-notifications',
  scope: 'tenant',
  unprepared: true,
  sql: `
${clearing(`n.kind in (${OF_MODULES}, ${OF_OTHERS})`)}
${PUBLISH}`,
});

/** Removes from all inboxes, seen or not, what is settled by now (rules/notifications 11). */
export async function clearSettled({ pool }: Pick<Database, 'pool'>, stop: () => boolean = () => false): Promise<void> {
  const workspaces = await WORKSPACES.all(pool);
  await eachAlone(workspaces, async (workspace) => void (await CLEAR.run(pool, workspace)), stop);
}
