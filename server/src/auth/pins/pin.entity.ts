import { defineEntity, p } from '@mikro-orm/core';

/** PIN of a person; `id` is the person's. */
export const UserPinEntity = defineEntity({
  name: 'UserPin',
  tableName: 'user_pins',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Grows with each new PIN. */
    version: p.integer(),
    keyId: p.text(),
    /** The Argon2id hash, encrypted, so that a stolen database alone doesn't allow trying all PINs. */
    sealed: p.blob(),
    chosenAt: p.datetime(3),
  },
});

/** A code with which a person chooses a PIN, once. */
export const SignInCodeEntity = defineEntity({
  name: 'SignInCode',
  tableName: 'sign_in_codes',
  properties: {
    workspaceId: p.uuid().primary(),
    userId: p.uuid().primary(),
    /** SHA-256 of the code. */
    hash: p.text(),
    createdAt: p.datetime(3),
    createdByName: p.text(),
    expiresAt: p.datetime(3),
  },
});

/** Wrong PINs in a row of a person or device. */
export const SignInPauseEntity = defineEntity({
  name: 'SignInPause',
  tableName: 'sign_in_pauses',
  schema: 'directory',
  properties: {
    key: p.text().primary(),
    failures: p.integer(),
    /** Time of the last try. */
    at: p.datetime(3),
    notBefore: p.datetime(3),
    /** Key of the device on which a person tried last. */
    triedOn: p.text().nullable(),
  },
});
