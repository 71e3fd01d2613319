import { defineEntity, p } from '@mikro-orm/core';
import type { OutgoingType } from '@training/shared/events/outgoing-events';

/** An event for other systems about a state change. Has the same id as the change's row in the audit log. */
export const OutgoingEventEntity = defineEntity({
  name: 'OutgoingEvent',
  tableName: 'outgoing_events',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    type: p.text().$type<OutgoingType>(),
    at: p.datetime(3),
    data: p.json<Record<string, unknown>>(),
    /** Sequence number within the workspace, assigned after the commit. */
    sequence: p.bigint('number').nullable(),
  },
});
