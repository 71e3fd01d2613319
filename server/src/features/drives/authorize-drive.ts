import { createHash, randomBytes } from 'node:crypto';
import {
  type AuthorizeDrive,
  type ConnectedDrive,
  type DriveAuthorizationUrl,
  type FinishDriveAuthorization,
  GOOGLE_DRIVE_CALLBACK_PATH,
} from '@training/shared/drives/connect-drive';
import type { DriveContext } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { PendingDriveAuthorizationEntity } from '../drive-sync/connection/drive-connection.entity.ts';
import { runProviderRequest } from './drive-requests.ts';
import { fetchAccount, chooseGooglePushMethod } from './connect-drive.ts';
import { getDriveConnection } from './get-drive-connection.ts';
import { storeDrive } from './store-drive.ts';

/** Context with the caller's session: a consent is bound to the session that requested it. */
type SessionContext = DriveContext & {
  /**
   * The stored hash of the caller's session.
   * @throws AppError if there is no session
   */
  session(): Promise<string>;
};

/** Milliseconds in which a consent is to be completed, once, by the session that began it. */
const CONSENT_WITHIN = 600_000;

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const random = (bytes: number) => randomBytes(bytes).toString('base64url');
const redirectUri = ({ drives }: DriveContext) => `${drives.origin()}${GOOGLE_DRIVE_CALLBACK_PATH}`;

/**
 * Returns the URL of the consent page, with PKCE and a `state` that only this session can use, once.
 * @throws AppError `drive_not_configured`, `drive_not_found`
 */
export async function createDriveConsentUrl(
  ctx: SessionContext,
  { connection_id }: AuthorizeDrive,
): Promise<DriveAuthorizationUrl> {
  const { workspace, now, drives } = ctx;
  const workspaceId = workspace.id;
  if (!drives.settings.google.client) throw notConfigured();
  const before = connection_id ? await getDriveConnection(ctx.db.pool, workspaceId, connection_id) : undefined;
  const state = `${workspace.slug}.${random(32)}`;
  const verifier = random(48);
  const session = await ctx.session();
  await inTransaction(ctx, (em) =>
    em.insert(PendingDriveAuthorizationEntity, {
      workspaceId,
      id: newId(),
      stateHash: hashOf(state),
      sessionId: session,
      connectionId: connection_id,
      verifier,
      createdAt: now,
    }),
  );
  const challenge = hashOf(verifier).toString('base64url');
  const loginHint = before?.account ?? null;
  return { url: drives.google.authorizationUrl({ state, challenge, redirectUri: redirectUri(ctx), loginHint }) };
}

/**
 * Connects the drive of the user who consented.
 * @throws AppError `drive_authorization_invalid`, `drive_not_configured`, `drive_access_refused`, `drive_unavailable`;
 * as `storeDrive`
 */
export async function finishAuthorization(
  ctx: SessionContext,
  { state, code }: FinishDriveAuthorization,
): Promise<ConnectedDrive> {
  const { workspace, drives } = ctx;
  const session = await ctx.session();
  const createdAt = { $gt: new Date(ctx.now.getTime() - CONSENT_WITHIN) };
  const given = { workspaceId: workspace.id, stateHash: hashOf(state), sessionId: session, createdAt };
  const taken = await inTransaction(ctx, async (em) => {
    const begun = await em.findOne(PendingDriveAuthorizationEntity, given);
    // Of two that complete it at once, one does.
    return begun && (await em.nativeDelete(PendingDriveAuthorizationEntity, { id: begun.id })) > 0 ? begun : undefined;
  });
  if (!taken) throw unknownState();
  const { client } = drives.settings.google;
  if (!client) throw notConfigured();
  const { credential, account } = await runProviderRequest(ctx, async (signal) => {
    const credential = await drives.google.exchange(
      { code, verifier: taken.verifier, redirectUri: redirectUri(ctx) },
      signal,
    );
    return { credential, account: await fetchAccount(ctx, credential, signal) };
  });
  const accepted = { kind: 'google', auth: 'oauth', account, appId: client.id } as const;
  return storeDrive(ctx, { ...accepted, credential, push: chooseGooglePushMethod(ctx) }, taken.connectionId ?? null);
}

function unknownState(): AppError {
  return new AppError(
    'drive_authorization_invalid',
    'This consent was started in another browser, was already used, or took longer than ten minutes. Try again.',
  );
}

function notConfigured(): AppError {
  return new AppError('drive_not_configured', 'This server has no Google Drive client. Use a service account instead.');
}
