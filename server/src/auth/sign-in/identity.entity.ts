import { defineEntity, p } from '@mikro-orm/core';

/** Identities that have signed in, by email. The tables in this file belong to better-auth. */
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

export const AuthSessionEntity = defineEntity({
  name: 'AuthSession',
  tableName: 'auth_sessions',
  properties: {
    id: p.uuid().primary(),
    expiresAt: p.datetime(3),
    /** SHA-256 of the token, which itself exists only in the cookie. */
    token: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    updatedAt: p.datetime(3),
    ipAddress: p.text().nullable(),
    userAgent: p.text().nullable(),
    userId: p.uuid(),
    singleSignOn: p.boolean().default(false),
    /** The only workspace this session opens, if a super admin of that workspace created the link. */
    onlyWorkspace: p.uuid().nullable(),
  },
});

/** Account of an identity at a single sign-on provider. */
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

/** Sign-in links and single sign-on states, until they are used or expire. */
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
