import { z } from 'zod';
import { contractMessage } from '#contract';
import { DriveKind } from './drives.ts';
import { Id, textSchema } from '../primitives.ts';

/** The path that Google redirects the browser to. It is registered in the operator's OAuth client. */
export const GOOGLE_DRIVE_CALLBACK_PATH = '/api/drives/google/callback';

/**
 * Returns the workspace slug of an OAuth state. The state begins with it, since Google redirects to one address for all
 * workspaces.
 */
export const workspaceSlugOfOAuthState = (state: string): string => state.slice(0, Math.max(0, state.lastIndexOf('.')));

/** The connection whose credential is replaced; null or absent to connect a new drive. */
const reconnects = { connection_id: Id.nullable().default(null) };

/** Requests the URL where the user consents to our reading their Google Drive, with the operator's OAuth client. */
export const AuthorizeDrive = z.strictObject(reconnects);
export type AuthorizeDrive = z.infer<typeof AuthorizeDrive>;

export const DriveAuthorizationUrl = z.strictObject({
  url: z.url().describe('Where to send the browser, within ten minutes: it comes back to the page of drives.'),
});
export type DriveAuthorizationUrl = z.infer<typeof DriveAuthorizationUrl>;

/** The values that Google's redirect carries. They are valid once. */
export const FinishDriveAuthorization = z.strictObject({ state: textSchema(1, 200), code: textSchema(1, 2_000) });
export type FinishDriveAuthorization = z.infer<typeof FinishDriveAuthorization>;

export const ConnectGoogleServiceAccount = z.strictObject({
  key: textSchema(1, 20_000).describe(
    'The JSON file that Google made for the service account. It is sealed, and never comes back out.',
  ),
  ...reconnects,
});
export type ConnectGoogleServiceAccount = z.infer<typeof ConnectGoogleServiceAccount>;

/** An app of Lark or Feishu. Its secrets are stored encrypted and never returned. */
export const ConnectLarkApp = z
  .strictObject({
    kind: DriveKind.exclude(['google']),
    app: z
      .strictObject({ id: textSchema(1, 100), secret: textSchema(1, 500) })
      .nullable()
      .describe('null: the operator’s own, where there is one.'),
    push: z.enum(['long_connection', 'webhook']).default('long_connection'),
    encrypt_key: textSchema(1, 200).nullable().default(null),
    verification_token: textSchema(1, 200).nullable().default(null),
    ...reconnects,
  })
  .refine(({ push, encrypt_key }) => push === 'long_connection' || encrypt_key !== null, {
    path: ['encrypt_key'],
    error: () => contractMessage('neededByWebhook'),
  })
  .refine(({ push, verification_token }) => push === 'long_connection' || verification_token !== null, {
    path: ['verification_token'],
    error: () => contractMessage('neededByWebhook'),
  });
export type ConnectLarkApp = z.infer<typeof ConnectLarkApp>;

export const ConnectedDrive = z.strictObject({
  id: Id,
  again: z.boolean().describe('Whether it was connected before: its folders and files are there still.'),
});
export type ConnectedDrive = z.infer<typeof ConnectedDrive>;

/**
 * Results of a consent, passed to the drives page as `?connected=<id>` or `?failed=` and one of these codes. Includes
 * outcomes that aren't errors of ours.
 */
export const DriveConsentFailure = z.enum([
  'denied',
  'drive_authorization_invalid',
  'drive_account_differs',
  'drive_exists',
  'drive_limit_reached',
  'drive_access_refused',
  'drive_unavailable',
  'drive_not_configured',
  'not_signed_in',
  'forbidden',
  'failed',
]);
export type DriveConsentFailure = z.infer<typeof DriveConsentFailure>;
