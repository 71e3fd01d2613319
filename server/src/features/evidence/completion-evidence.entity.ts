import { defineEntity, p } from '@mikro-orm/core';

/** The evidence of a completion, and the audit event that binds it. */
export const CompletionEvidenceEntity = defineEntity({
  name: 'CompletionEvidence',
  tableName: 'completion_evidence',
  properties: {
    workspaceId: p.uuid().primary(),
    enrollmentId: p.uuid().primary(),
    number: p.integer().primary(),
    eventAt: p.datetime(3),
    eventId: p.uuid(),
    evidence: p.text(),
  },
});
