import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** Passkeys of identities (WebAuthn Level 3). */
export const PasskeyEntity = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  schema: 'directory',
  properties: {
    id: p.uuid().primary(),
    identityId: p.uuid(),
    /** In base64url, as browsers send it. */
    credentialId: p.text().unique(),
    /** COSE key. */
    publicKey: p.blob().$type<Uint8Array<ArrayBuffer>>(),
    /** Uses that the device has counted; 0 if it doesn't count. */
    counter: p.bigint('number'),
    /** True if the passkey can be copied to other devices, and if it has been. */
    backupEligible: p.boolean(),
    backedUp: p.boolean(),
    /** How browsers reach the device: `internal`, `usb`, `hybrid`, … */
    transports: p.array(),
    name: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    lastUsedAt: p.datetime(3).nullable(),
  },
});
export type PasskeyRow = InferEntity<typeof PasskeyEntity>;

/** Recovery codes that weren't used yet. */
export const RecoveryCodeEntity = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  schema: 'directory',
  properties: {
    identityId: p.uuid().primary(),
    /** SHA-256 of the code. */
    hash: p.text().primary(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
