import { defineEntity, p } from '@mikro-orm/core';
import type { OutgoingType } from '@training/shared/outgoing-events';

/** What other systems are told of a state change; it bears the id of the change's row in the audit log. */
export const OutgoingEventEntity = defineEntity({
  name: 'OutgoingEvent',
  tableName: 'outgoing_events',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    type: p.text().$type<OutgoingType>(),
    at: p.datetime(3),
    data: p.json<Record<string, unknown>>(),
    /** Its place among the workspace's events, given after the commit. */
    sequence: p.bigint('number').nullable(),
  },
});
