import { defineEntity, p } from '@mikro-orm/core';

/** Until when a credential is left alone, by all instances: its provider limits how often it may be used. */
export const CredentialPauseEntity = defineEntity({
  name: 'CredentialPause',
  tableName: 'credential_pauses',
  properties: {
    /** Which one, without anything of the key. */
    credential: p.text().primary(),
    notBefore: p.datetime(3),
    limitedAt: p.datetime(3),
    /** How often in a row the limit was met. */
    limits: p.integer(),
  },
});
