import { z } from 'zod';

/** What somebody granted with the operator’s client. */
export const OAuthGrant = z.strictObject({ auth: z.literal('oauth'), refreshToken: z.string() });
export type OAuthGrant = z.infer<typeof OAuthGrant>;

/** Of a service account of Google what signing for it takes; `privateKey` is PEM. */
export const ServiceAccount = z.strictObject({
  auth: z.literal('service_account'),
  email: z.string(),
  privateKey: z.string(),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** An app of Lark or Feishu, and what verifies its notifications where they come by webhook. */
export const DriveApp = z.strictObject({
  auth: z.literal('app'),
  kind: z.enum(['lark', 'feishu']),
  appId: z.string(),
  appSecret: z.string(),
  encryptKey: z.string().nullable(),
  verificationToken: z.string().nullable(),
});
export type DriveApp = z.infer<typeof DriveApp>;

/** What opens a drive. It is stored sealed, and never leaves the server. */
export const DriveCredential = z.discriminatedUnion('auth', [OAuthGrant, ServiceAccount, DriveApp]);
export type DriveCredential = z.infer<typeof DriveCredential>;

/** By which access tokens are kept in memory: those of an older credential are never used for a newer one. */
export type CredentialKey = { connectionId: string; version: number };
