import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { EventAction } from '@training/shared/events/events';
import type { ActorKind, OutgoingEventType } from '@training/shared/events/outgoing-events';

/** The last sequence number assigned in the workspace. */
export const EventSequenceEntity = defineEntity({
  name: 'EventSequence',
  tableName: 'event_sequences',
  properties: {
    workspaceId: p.uuid().primary(),
    last: p.bigint('number'),
  },
});

/** An event for other systems about a state change. Has the same id as the change's row in the audit log. */
export const OutgoingEventEntity = defineEntity({
  name: 'OutgoingEvent',
  tableName: 'outgoing_events',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    type: p.text().$type<OutgoingEventType>(),
    at: p.datetime(3),
    data: p.json<Record<string, unknown>>(),
    /** Sequence number within the workspace, assigned after the commit. */
    sequence: p.bigint('number').nullable(),
  },
});

export const AuditEventEntity = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_events',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    at: p.datetime(3),
    action: p.text().$type<EventAction>(),
    actorKind: p.text().$type<ActorKind>(),
    actorId: p.uuid().nullable(),
    actorName: p.text(),
    subjectKind: p.text(),
    subjectId: p.uuid().nullable(),
    subjectName: p.text(),
    changes: p.json<Record<string, unknown>>().nullable(),
    requestId: p.text().nullable(),
    ip: p.text().nullable(),
  },
});
export type AuditEventRow = InferEntity<typeof AuditEventEntity>;
