import type {
  ConnectLarkApp,
  ConnectedDrive,
  ConnectGoogleServiceAccount,
} from '@training/shared/drives/connect-drive';
import type { DriveContext } from '../../core/context.ts';
import { isSingleWorkspaceInstallation } from '../../auth/sessions/memberships.ts';
import { AppError, invalidFieldError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { LarkDriveApp, DriveCredential } from '../../providers/drives/credential.ts';
import { runProviderRequest } from './drive-requests.ts';
import { storeDrive } from './store-drive.ts';

/** True if the operator’s own app may be used. With several workspaces, each could read the same company’s drive. */
export async function mayUseOperatorsLarkApp({ db, drives }: Pick<DriveContext, 'db' | 'drives'>): Promise<boolean> {
  return drives.settings.lark.app !== undefined && (await isSingleWorkspaceInstallation(db.pool));
}

/** The account of a credential. The access token obtained for this request is not reused. */
export function fetchAccount(ctx: DriveContext, credential: DriveCredential, signal: AbortSignal): Promise<string> {
  return ctx.drives.open(credential, { connectionId: newId(), version: 1 }).account(signal);
}

/** Push method for a Google drive: a channel if Google can reach this server. */
export const chooseGooglePushMethod = ({ drives }: Pick<DriveContext, 'drives'>) =>
  drives.settings.google.pushOrigin === undefined ? 'none' : 'channel';

/**
 * Connects a drive through a Google service account, after Google accepted its key.
 * @throws AppError `invalid_request` at `key`, `drive_access_refused`, `drive_unavailable`; as `storeDrive`
 */
export async function connectServiceAccount(
  ctx: DriveContext,
  { key, connection_id }: ConnectGoogleServiceAccount,
): Promise<ConnectedDrive> {
  const credential = ctx.drives.google.serviceAccount(key);
  if ('problem' in credential) throw invalidFieldError('key', credential.problem, 'drive_key');
  const account = await runProviderRequest(ctx, (signal) => fetchAccount(ctx, credential, signal));
  const { email } = credential;
  const accepted = { kind: 'google', auth: 'service_account', account, appId: email } as const;
  return storeDrive(ctx, { ...accepted, credential, push: chooseGooglePushMethod(ctx) }, connection_id);
}

/**
 * Connects a drive through an app of Lark or Feishu, after the provider accepted the app’s id and secret.
 * @throws AppError `drive_not_configured`, `drive_access_refused`, `drive_unavailable`; as `storeDrive`
 */
export async function connectLarkApp(ctx: DriveContext, input: ConnectLarkApp): Promise<ConnectedDrive> {
  const { kind, push, connection_id } = input;
  const app = input.app ?? (await operatorsApp(ctx));
  const credential: LarkDriveApp = {
    auth: 'app',
    kind,
    appId: app.id,
    appSecret: app.secret,
    encryptKey: push === 'webhook' ? input.encrypt_key : null,
    verificationToken: push === 'webhook' ? input.verification_token : null,
  };
  const account = await runProviderRequest(ctx, async (signal) => {
    await ctx.drives.lark.checkApp(credential, signal);
    return fetchAccount(ctx, credential, signal);
  });
  return storeDrive(ctx, { kind, auth: 'app', account, appId: app.id, credential, push }, connection_id);
}

async function operatorsApp(ctx: DriveContext) {
  const { app } = ctx.drives.settings.lark;
  if (app && (await mayUseOperatorsLarkApp(ctx))) return app;
  throw new AppError(
    'drive_not_configured',
    'This server has no app that this workspace can use. Enter the ID and secret of your own app.',
  );
}
