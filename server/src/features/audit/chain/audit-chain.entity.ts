import { defineEntity, p } from '@mikro-orm/core';

/** Position of an audit event in its workspace's hash chain. */
export const AuditChainEntryEntity = defineEntity({
  name: 'AuditChain',
  tableName: 'audit_chain',
  properties: {
    workspaceId: p.uuid().primary(),
    position: p.bigint('number').primary(),
    eventAt: p.datetime(3),
    eventId: p.uuid(),
    eventHash: p.blob(),
    hash: p.blob(),
  },
});
