import { defineEntity, p } from '@mikro-orm/core';

/** Secrets that instances generate and share. */
export const ServerSecretEntity = defineEntity({
  name: 'ServerSecret',
  tableName: 'server_secrets',
  properties: {
    name: p.text().primary(),
    value: p.text(),
  },
});
