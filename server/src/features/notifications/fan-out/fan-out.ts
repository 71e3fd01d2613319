import type { OutgoingType } from '@training/shared/events/outgoing-events';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import type { EventConsumer } from '../../events/event-consumer.ts';
import { STORED, NOTIFY_INBOXES } from '../insert-sql.ts';
import { SWITCHES } from '../switches-sql.ts';
import { TO_CERTIFIED } from './certificate-events.ts';
import { TO_KEEPERS_OF_KEYS } from './key-events.ts';
import { MODULE_EVENTS, MODULES_CONCERNED, TO_AUTHORS, TO_CHAT, TO_REVIEWERS } from './module-events.ts';
import { SUGGESTIONS_CONCERNED, SUGGESTIONS_TO_CHAT, TO_THOSE_WHO_ACT } from './suggestion-events.ts';

/** Maximum age of an event. An older one may be from before notifications existed. */
const NEWS = `interval '1 day'`;

/** Types of events that notifications are made of here. Others cause none, or only time-based ones. */
export const NOTIFIED: readonly OutgoingType[] = [
  ...MODULE_EVENTS,
  'suggestion.created',
  'provider_key.failing',
  'certification.due_soon',
];

const NOTIFIED_EVENTS = defineStatement({
  name: 'notified-events-in-range',
  scope: 'tenant',
  row: z.strictObject({ suggestions: z.boolean(), others: z.boolean() }),
  sql: `
select coalesce(bool_or(type = 'suggestion.created'), false) as suggestions,
  coalesce(bool_or(type <> 'suggestion.created'), false) as others
from outgoing_events
where workspace_id = :workspaceId and sequence between :first and :last and type = any (:types::text[])`,
});

/** The beginning of a statement: selects the events for which `which` is true. */
const eventsWhere = <const Which extends string>(which: Which) =>
  `
with ${SWITCHES},
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
${STORED} ${NOTIFY_INBOXES}`,
});

const NOTIFY_OF_OTHERS = defineStatement({
  name: 'notify-of-others',
  scope: 'tenant',
  unprepared: true,
  sql: `
${eventsWhere(`type = any (:types::text[]) and type <> 'suggestion.created'`)}, ${MODULES_CONCERNED},
wanted as (
  ${TO_REVIEWERS}
  union all ${TO_AUTHORS}
  union all ${TO_CHAT}
  union all ${TO_KEEPERS_OF_KEYS}
  union all ${TO_CERTIFIED}
),
${STORED} ${NOTIFY_INBOXES}`,
});

/**
 * Creates notifications from events (rules/notifications 4), in the transaction that numbers them, so each event is
 * handled once. Notifications that aren't sent are stored, too, with the reason. Suggestions come by the thousand, so
 * they have a statement of their own with a cached plan.
 */
export const fanOutToPeople: EventConsumer = async (em, events) => {
  // Most events are about people, tokens and learners. They cost only an index lookup.
  const { suggestions, others } = await NOTIFIED_EVENTS.one(em, { ...events, types: NOTIFIED });
  const now = new Date();
  if (suggestions) await NOTIFY_OF_SUGGESTIONS.run(em, { ...events, now });
  if (others) await NOTIFY_OF_OTHERS.run(em, { ...events, types: NOTIFIED, now });
};
