import { defineEntity, p } from '@mikro-orm/core';

/** A rate-limited credential that no instance uses until `notBefore`. */
export const CredentialPauseEntity = defineEntity({
  name: 'CredentialPause',
  tableName: 'credential_pauses',
  schema: 'directory',
  properties: {
    /** Identifies the credential without containing any part of the key. */
    credential: p.text().primary(),
    notBefore: p.datetime(3),
    limitedAt: p.datetime(3),
    /** Number of consecutive rate limits. */
    limits: p.integer(),
  },
});
