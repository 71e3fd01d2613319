import type { OutgoingType } from '@training/shared/outgoing-events';
import { defineStatement } from '../../../database/statement.ts';
import type { Follower } from '../../events/dispatch/follower.ts';
import { STORED, TELL_BELLS } from '../stored-sql.ts';
import { SWITCHES } from '../switches-sql.ts';
import { TO_CERTIFIED } from './certificate-events.ts';
import { TO_KEEPERS_OF_KEYS } from './key-events.ts';
import { MODULE_EVENTS, MODULES_CONCERNED, TO_AUTHORS, TO_CHAT, TO_REVIEWERS } from './module-events.ts';
import { SUGGESTIONS_CONCERNED, SUGGESTIONS_TO_CHAT, TO_THOSE_WHO_ACT } from './suggestion-events.ts';

/** What happened longer ago is no news: it was stored before there was anybody to tell of it. */
const NEWS = `interval '1 day'`;

/** The events that people are told of here. Of other events nobody is told, or by what time brings. */
export const NOTIFIED: readonly OutgoingType[] = [
  ...MODULE_EVENTS,
  'suggestion.created',
  'provider_key.failing',
  'certification.due_soon',
];

const NOTIFIED_EVENTS = defineStatement({
  name: 'notified-events-in-range',
  scope: 'tenant',
  sql: `
select 1 from outgoing_events
where workspace_id = :workspaceId and sequence between :first and :last and type = any (:types::text[]) limit 1`,
});

const FAN_OUT = defineStatement({
  name: 'fan-out-to-people',
  scope: 'tenant',
  seldom: true,
  sql: `
with ${SWITCHES},
events as materialized (
  select id, sequence, type, at, data from outgoing_events
  where workspace_id = :workspaceId and sequence between :first and :last and type = any (:types::text[])
    and at > :now::timestamptz - ${NEWS}
),
${MODULES_CONCERNED}, ${SUGGESTIONS_CONCERNED},
wanted as (
  ${TO_REVIEWERS}
  union all ${TO_AUTHORS}
  union all ${TO_CHAT}
  union all ${TO_THOSE_WHO_ACT}
  union all ${SUGGESTIONS_TO_CHAT}
  union all ${TO_KEEPERS_OF_KEYS}
  union all ${TO_CERTIFIED}
),
${STORED} ${TELL_BELLS}`,
});

/**
 * Makes of events what people are told (rules/notifications 4), in the transaction that numbers them: each event once. What
 * is not to be sent is stored too, with its reason.
 */
export const fanOutToPeople: Follower = async (em, events) => {
  // Most events are of people, tokens and learners: they cost a look at the index.
  if ((await NOTIFIED_EVENTS.run(em, { ...events, types: NOTIFIED })) === 0) return;
  await FAN_OUT.run(em, { ...events, types: NOTIFIED, now: new Date() });
};
