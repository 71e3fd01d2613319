import type { OutgoingEventType } from '@training/shared/events/outgoing-events';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import type { EventConsumer } from '../../events/assign-event-sequences.ts';
import { STORE_NOTIFICATIONS_CTES, PUBLISH_NEW_INBOX_TOPICS_SQL } from '../store-notifications-sql.ts';
import { WORKSPACE_NOTIFICATION_SETTINGS_CTES } from '../notification-settings-sql.ts';
import { hasOwnPermissionSql, hasPermissionSql } from '../recipients-by-permission.ts';
import { clearSettledNotificationsOfModules, NOTIFICATION_SETTLING_EVENT_TYPES } from './clear-settled.ts';
import { withdrawDoneNotifications } from './notify-learners.ts';
import {
  NOTIFYING_MODULE_EVENT_TYPES,
  CONCERNED_MODULES_CTE,
  SELECT_AUTHOR_RECIPIENTS,
  SELECT_CHAT_RECIPIENT,
  SELECT_REVIEWER_RECIPIENTS,
} from './module-events.ts';

/** New suggestions, grouped by the department whose queue they are in. */
const SUGGESTIONS_CONCERNED = `
suggested as materialized (
  select s.department_id, count(*)::integer as count, min(e.sequence) as first_sequence, max(e.sequence) as last_sequence,
    min(least(e.at, s.created_at)) as since
  from events e
  join suggestions s on s.workspace_id = :workspaceId and s.id = (e.data ->> 'suggestion_id')::uuid
  where e.type = 'suggestion.created' group by s.department_id
)` as const;

/** A daily message whose count grows with each suggestion; see `STORE_NOTIFICATIONS_CTES`. */
const SUGGESTIONS_EVENT = `null::uuid as event_id, min(s.first_sequence) as first_sequence, max(s.last_sequence) as last_sequence,
  'suggestions.new' as kind`;
const SUGGESTIONS_SUBJECT = `null as by_name, 'suggestions' as subject_kind, null::uuid as subject_id, 'Recommended' as subject_name,
  null as part, 0 as round, jsonb_build_object('count', sum(s.count), 'since', to_iso(min(s.since))) as facts,
  null as reason`;

/** Notifies everyone who may act on them: trainers for their own queue and the common one. */
const TO_THOSE_WHO_ACT = `
select ${SUGGESTIONS_EVENT}, u.id as recipient_id, 'may_act' as because, ${SUGGESTIONS_SUBJECT}
from suggested s
join users u on u.workspace_id = :workspaceId and u.is_active
  and ${hasPermissionSql('suggestions:dismiss', 'coalesce(s.department_id, u.department_id)')}
group by u.id` as const;

const SUGGESTIONS_TO_CHAT = `
select ${SUGGESTIONS_EVENT}, null::uuid as recipient_id, 'channel' as because, ${SUGGESTIONS_SUBJECT}
from suggested s having count(*) > 0` as const;

/** Notifies users who may fix a failing key. The code that detects the failure makes sure that a mail is sent, too. */
const TO_KEEPERS_OF_KEYS = `
select e.id as event_id, null::bigint as first_sequence, null::bigint as last_sequence, e.type as kind,
  u.id as recipient_id, 'super_admin' as because, null as by_name, 'provider_key' as subject_kind,
  (e.data ->> 'provider_key_id')::uuid as subject_id, a.subject_name, to_iso(e.at) as part, 0 as round,
  jsonb_build_object('since', to_iso(e.at)) as facts, null as reason
from events e
join audit_events a on a.workspace_id = :workspaceId and a.id = e.id
join users u on u.workspace_id = :workspaceId and u.is_active and ${hasPermissionSql('provider_keys:write', 'null')}
where e.type = 'provider_key.failing'` as const;

const CERTIFICATE_EVENT = `e.id as event_id, null::bigint as first_sequence, null::bigint as last_sequence`;
const CERTIFICATE_OWNER = `u.id as recipient_id, 'studies_it' as because, null as by_name`;
const NO_ACCESS = `case when not ${hasOwnPermissionSql('learning:study')} then 'no_access' end as reason`;

const OF_OWNER = `
from events e join users u on u.workspace_id = :workspaceId and u.id = (e.data ->> 'user_id')::uuid
where e.type = 'certification.due_soon'`;

/** Notifies the owner of a certificate that expires soon, in the inbox and in the daily mail. */
const TO_CERTIFIED = `
select ${CERTIFICATE_EVENT}, 'learning.expiring' as kind, ${CERTIFICATE_OWNER}, 'training' as subject_kind, (e.data ->> 'module_id')::uuid as subject_id,
  e.data ->> 'title' as subject_name, e.data ->> 'expires_at' as part, 0 as round,
  jsonb_build_object('module_id', e.data -> 'module_id', 'expires_at', e.data -> 'expires_at') as facts, ${NO_ACCESS} ${OF_OWNER}
union all
select ${CERTIFICATE_EVENT}, 'learning.digest', ${CERTIFICATE_OWNER}, 'training', null, 'Training', null, 0, '{}', ${NO_ACCESS} ${OF_OWNER}` as const;

/** Maximum age of an event. An older one may be from before notifications existed. */
const NEWS = `interval '1 day'`;

/** Types of events that notifications are made of here. Others cause none, or only time-based ones. */
export const NOTIFYING_EVENT_TYPES: readonly OutgoingEventType[] = [
  ...NOTIFYING_MODULE_EVENT_TYPES,
  'suggestion.created',
  'provider_key.failing',
  'certification.due_soon',
];

const NOTIFIED_EVENTS = defineStatement({
  name: 'notified-events-in-range',
  scope: 'tenant',
  row: z.strictObject({
    suggestions: z.boolean(),
    others: z.boolean(),
    modules: z.array(z.uuid()).describe('Whose review or requested change may be settled.'),
    people: z.array(z.uuid()).describe('Who completed a training.'),
  }),
  sql: `
select coalesce(bool_or(type = 'suggestion.created'), false) as suggestions,
  coalesce(bool_or(type <> 'suggestion.created' and type = any (:types::text[])), false) as others,
  coalesce(array_agg(distinct (data ->> 'module_id')::uuid) filter (where type = any (:settling::text[])), '{}') as modules,
  coalesce(array_agg(distinct (data ->> 'user_id')::uuid) filter (where type = 'learner.module_completed'), '{}') as people
from outgoing_events
where workspace_id = :workspaceId and sequence between :first and :last
  and (type = any (:types::text[]) or type = any (:settling::text[]) or type = 'learner.module_completed')`,
});

/** The beginning of a statement: selects the events for which `which` is true. */
const eventsWhere = <const Which extends string>(which: Which) =>
  `
with ${WORKSPACE_NOTIFICATION_SETTINGS_CTES},
events as materialized (
  select id, sequence, type, at, data from outgoing_events
  where workspace_id = :workspaceId and sequence between :first and :last and ${which}
    and at > :now::timestamptz - ${NEWS}
)` as const;

const NOTIFY_OF_SUGGESTIONS = defineStatement({
  name: 'notify-of-suggestions',
  scope: 'tenant',
  sql: `
${eventsWhere(`type = 'suggestion.created'`)}, ${SUGGESTIONS_CONCERNED},
wanted as (
  ${TO_THOSE_WHO_ACT}
  union all ${SUGGESTIONS_TO_CHAT}
),
${STORE_NOTIFICATIONS_CTES} ${PUBLISH_NEW_INBOX_TOPICS_SQL}`,
});

const NOTIFY_OF_OTHERS = defineStatement({
  name: 'notify-of-others',
  scope: 'tenant',
  unprepared: true,
  sql: `
${eventsWhere(`type = any (:types::text[]) and type <> 'suggestion.created'`)}, ${CONCERNED_MODULES_CTE},
wanted as (
  ${SELECT_REVIEWER_RECIPIENTS}
  union all ${SELECT_AUTHOR_RECIPIENTS}
  union all ${SELECT_CHAT_RECIPIENT}
  union all ${TO_KEEPERS_OF_KEYS}
  union all ${TO_CERTIFIED}
),
${STORE_NOTIFICATIONS_CTES} ${PUBLISH_NEW_INBOX_TOPICS_SQL}`,
});

/**
 * Creates notifications from events (rules/notifications 4), in the transaction that numbers them, so each event is
 * handled once, and clears what they settle. Notifications that aren't sent are stored, too, with the reason.
 * Suggestions come by the thousand, so they have a statement of their own with a cached plan.
 */
export const createNotificationsFromEvents: EventConsumer = async (em, events) => {
  // Most events are about people, tokens and learners. They cost only an index lookup.
  const asked = { ...events, types: NOTIFYING_EVENT_TYPES, settling: NOTIFICATION_SETTLING_EVENT_TYPES };
  const { suggestions, others, modules, people } = await NOTIFIED_EVENTS.one(em, asked);
  const now = new Date();
  if (suggestions) await NOTIFY_OF_SUGGESTIONS.run(em, { ...events, now });
  if (others) await NOTIFY_OF_OTHERS.run(em, { ...events, types: NOTIFYING_EVENT_TYPES, now });
  // Last, so that what happened twice in the range leaves only what is still to do.
  if (modules.length > 0) await clearSettledNotificationsOfModules(em, events.workspaceId, modules);
  if (people.length > 0) await withdrawDoneNotifications(em, events.workspaceId, people);
};
