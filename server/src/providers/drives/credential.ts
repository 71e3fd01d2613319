import { z } from 'zod';

/** Grant of a user to the operator's OAuth client. */
export const OAuthGrant = z.strictObject({ auth: z.literal('oauth'), refreshToken: z.string() });
export type OAuthGrant = z.infer<typeof OAuthGrant>;

/** Data needed to sign for a Google service account; `privateKey` is PEM. */
export const GoogleServiceAccount = z.strictObject({
  auth: z.literal('service_account'),
  email: z.string(),
  privateKey: z.string(),
});
export type GoogleServiceAccount = z.infer<typeof GoogleServiceAccount>;

/** App of Lark or Feishu, and the secrets that verify its webhook notifications. */
export const LarkDriveApp = z.strictObject({
  auth: z.literal('app'),
  kind: z.enum(['lark', 'feishu']),
  appId: z.string(),
  appSecret: z.string(),
  encryptKey: z.string().nullable(),
  verificationToken: z.string().nullable(),
});
export type LarkDriveApp = z.infer<typeof LarkDriveApp>;

/** Credential of a drive. Stored encrypted; never leaves the server. */
export const DriveCredential = z.discriminatedUnion('auth', [OAuthGrant, GoogleServiceAccount, LarkDriveApp]);
export type DriveCredential = z.infer<typeof DriveCredential>;

/** Key of cached access tokens: tokens of an older credential are never used for a newer one. */
export type AccessTokenCacheKey = { connectionId: string; version: number };
