import { z } from 'zod';

/** Grant of a user to the operator's OAuth client. */
export const OAuthGrant = z.strictObject({ auth: z.literal('oauth'), refreshToken: z.string() });
export type OAuthGrant = z.infer<typeof OAuthGrant>;

/** Data needed to sign for a Google service account; `privateKey` is PEM. */
export const ServiceAccount = z.strictObject({
  auth: z.literal('service_account'),
  email: z.string(),
  privateKey: z.string(),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** App of Lark or Feishu, and the secrets that verify its webhook notifications. */
export const DriveApp = z.strictObject({
  auth: z.literal('app'),
  kind: z.enum(['lark', 'feishu']),
  appId: z.string(),
  appSecret: z.string(),
  encryptKey: z.string().nullable(),
  verificationToken: z.string().nullable(),
});
export type DriveApp = z.infer<typeof DriveApp>;

/** Credential of a drive. Stored encrypted; never leaves the server. */
export const DriveCredential = z.discriminatedUnion('auth', [OAuthGrant, ServiceAccount, DriveApp]);
export type DriveCredential = z.infer<typeof DriveCredential>;

/** Key of cached access tokens: tokens of an older credential are never used for a newer one. */
export type CredentialKey = { connectionId: string; version: number };
