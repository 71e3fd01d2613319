import { defineEntity, p } from '@mikro-orm/core';

/** Whoever has signed in, by e-mail; the tables of this file are better-auth’s. */
export const IdentityEntity = defineEntity({
  name: 'Identity',
  tableName: 'identities',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    email: p.text(),
    emailVerified: p.boolean(),
    image: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** Who is signed in. */
export const AuthSessionEntity = defineEntity({
  name: 'AuthSession',
  tableName: 'auth_sessions',
  properties: {
    id: p.uuid().primary(),
    expiresAt: p.datetime(3),
    /** Its SHA-256; the token itself is in the cookie alone. */
    token: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3),
    ipAddress: p.text().nullable(),
    userAgent: p.text().nullable(),
    userId: p.uuid(),
    singleSignOn: p.boolean().default(false),
    /** All that it opens, where a super admin of that workspace handed the link over. */
    onlyWorkspace: p.uuid().nullable(),
  },
});

/** What a single sign-on provider calls an identity. */
export const AuthAccountEntity = defineEntity({
  name: 'AuthAccount',
  tableName: 'auth_accounts',
  properties: {
    id: p.uuid().primary(),
    accountId: p.text(),
    providerId: p.text(),
    userId: p.uuid(),
    accessToken: p.text().nullable(),
    refreshToken: p.text().nullable(),
    idToken: p.text().nullable(),
    accessTokenExpiresAt: p.datetime(3).nullable(),
    refreshTokenExpiresAt: p.datetime(3).nullable(),
    scope: p.text().nullable(),
    password: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3),
  },
});

/** Sign-in links and the state of a single sign-on, each until it is used or too old. */
export const AuthVerificationEntity = defineEntity({
  name: 'AuthVerification',
  tableName: 'auth_verifications',
  properties: {
    id: p.uuid().primary(),
    identifier: p.text(),
    value: p.text(),
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3).defaultRaw('now()'),
  },
});
