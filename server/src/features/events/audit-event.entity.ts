import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { EventAction } from '@training/shared/events/events';
import type { ActorKind } from '@training/shared/events/outgoing-events';

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
