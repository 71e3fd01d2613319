import { defineEntity, p } from '@mikro-orm/core';

/** A completed path, with its evidence as recorded; never changed (rules/paths 9). */
export const PathCompletionEntity = defineEntity({
  name: 'PathCompletion',
  tableName: 'path_completions',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    pathId: p.uuid(),
    userId: p.uuid(),
    completedAt: p.datetime(3),
    /** The earliest expiry of its modules' certificates. */
    expiresAt: p.datetime(3).nullable(),
    /** The completed cycles that it names. */
    cycles: p.array().columnType('uuid[]'),
    /** Time and id of the event of the audit log that binds the evidence. */
    eventAt: p.datetime(3),
    eventId: p.uuid(),
    evidence: p.text(),
  },
});
