import { defineEntity, p } from '@mikro-orm/core';

/** Identities that have signed in, by email; those with a PIN by `pin:` and the person's id. */
export const SignInIdentityEntity = defineEntity({
  name: 'Identity',
  tableName: 'identities',
  schema: 'directory',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export const AuthSessionEntity = defineEntity({
  name: 'AuthSession',
  tableName: 'auth_sessions',
  schema: 'directory',
  properties: {
    id: p.uuid().primary(),
    expiresAt: p.datetime(3),
    /** SHA-256 of the token, which itself exists only in the cookie. */
    token: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** The identity. */
    userId: p.uuid(),
    /**
     * The person of `onlyWorkspace` who signed in with a PIN. Their identity has no address, but `pin:` and this id, so
     * that the release before finds nobody.
     */
    personId: p.uuid().nullable(),
    /** The version of the PIN that opened it; it opens nothing with another. Null in those before it was stored. */
    pinVersion: p.integer().nullable(),
    /** The shared device on which it was opened; it opens nothing once that is revoked. */
    deviceId: p.uuid().nullable(),
    singleSignOn: p.boolean().default(false),
    /** The `session_key` of the workspace's issuer that opened it, in which case `onlyWorkspace` is set, too. */
    issuerKey: p.uuid().nullable(),
    /** The only workspace this session opens, if a super admin of that workspace created the link, or by its issuer. */
    onlyWorkspace: p.uuid().nullable(),
    /** The super admin who created the link; their links of before 2026-11-28 lack them. */
    handedBy: p.uuid().nullable(),
    /** What confirmed the person besides the mailbox or the provider, and when (rules/sign-in 12). */
    confirmedBy: p.text().$type<SessionConfirmationMethod>().nullable(),
    confirmedAt: p.datetime(3).nullable(),
    /** The passkey that confirmed it; the session ends with it. */
    passkeyId: p.uuid().nullable(),
  },
});

export const SESSION_CONFIRMATION_METHODS = ['passkey', 'recovery_code'] as const;
export type SessionConfirmationMethod = (typeof SESSION_CONFIRMATION_METHODS)[number];

/** Sign-in links, started single sign-ons and challenges for passkeys, until they are redeemed or expire. */
export const AuthVerificationEntity = defineEntity({
  name: 'AuthVerification',
  tableName: 'auth_verifications',
  schema: 'directory',
  properties: {
    id: p.uuid().primary(),
    /** SHA-256 of the token; after a kind and a colon, that of the state or challenge. */
    identifier: p.text(),
    /** JSON. */
    value: p.text(),
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** Secrets that instances generate and share. */
export const ServerSecretEntity = defineEntity({
  name: 'ServerSecret',
  tableName: 'server_secrets',
  schema: 'directory',
  properties: {
    name: p.text().primary(),
    value: p.text(),
  },
});

/** Time of each user's last sign-in; users who have never signed in have no row. */
export const UserSignInEntity = defineEntity({
  name: 'UserSignIn',
  tableName: 'user_sign_ins',
  properties: {
    workspaceId: p.uuid().primary(),
    userId: p.uuid().primary(),
    at: p.datetime(3),
  },
});
