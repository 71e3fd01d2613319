import { defineEntity, p } from '@mikro-orm/core';

/** Secrets that all instances share and make by themselves. */
export const ServerSecretEntity = defineEntity({
  name: 'ServerSecret',
  tableName: 'server_secrets',
  properties: {
    name: p.text().primary(),
    value: p.text(),
  },
});
