import type { ConnectedDrive } from '@training/shared/drives/connect-drive';
import { MAX_DRIVES_PER_WORKSPACE } from '@training/shared/drives/drive-summaries';
import { z } from 'zod';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DriveContext, Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { DriveCredential } from '../../providers/drives/credential.ts';
import { recordEvent } from '../events/record-event.ts';
import { sealSecret } from '../secrets/sealed-secret.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import {
  DriveConnectionEntity,
  DRIVE_WITHOUT_FAILURES_VALUES,
  PickedDriveFolderEntity,
} from '../drive-sync/connection/drive-connection.entity.ts';
import { DRIVE_CREDENTIAL_COLUMN } from '../drive-sync/connection/sealed-drive-credential.ts';
import { driveAuditSubjectOf, drivesLiveTopicOf } from '../drive-sync/connection/drive-subject.ts';
import { DriveItemEntity } from '../drive-sync/ingest/drive-file.entity.ts';
import { lockDriveFileUpdates } from '../drive-sync/ingest/lock-drive-file-updates.ts';
import { FILE_STATES_IN_PROCESS } from '../drive-sync/ingest/scope-sql.ts';
import { ChangeFeedEntity } from '../drive-sync/connection/change-feed.entity.ts';
import { startCrawl } from '../drive-sync/crawl/start-crawl.ts';
import { getDriveConnection, findFormerDrive, type DriveConnectionSummary } from './get-drive-connection.ts';

/** A drive whose credential the provider has accepted. */
type AcceptedDrive = Pick<DriveConnectionSummary, 'kind' | 'auth' | 'account' | 'appId'> & {
  credential: DriveCredential;
  push: 'channel' | 'long_connection' | 'webhook' | 'none';
};

const OTHERS = defineStatement({
  name: 'count-drives',
  scope: 'tenant',
  row: z.strictObject({ drives: z.int(), same: z.int() }),
  sql: `
select count(*)::integer as drives,
  (count(*) filter (where kind = :kind and app_id = :appId and account = :account))::integer as same
from drive_connections where workspace_id = :workspaceId and id <> :id and state <> 'disconnected'`,
});

/**
 * Stores a drive that the provider has accepted, with its credential encrypted. A drive that was connected before keeps
 * its folders and files (rules/drives 1).
 * @throws AppError `drive_not_found`, `drive_account_differs`, `drive_exists`, `drive_limit_reached`, `stale_version`
 */
export async function storeDrive(
  ctx: DriveContext,
  accepted: AcceptedDrive,
  reconnects: string | null,
): Promise<ConnectedDrive> {
  const { workspace, actor, now } = ctx;
  const workspaceId = workspace.id;
  const before = reconnects
    ? await getDriveConnection(ctx.db.pool, workspaceId, reconnects)
    : await findFormerDrive(ctx.db.pool, workspaceId, accepted);
  if (before && !isSame(before, accepted)) throw accountDiffers(before);
  const { kind, auth, account, appId, push } = accepted;
  const row = {
    workspaceId,
    id: before?.id ?? newId(),
    kind,
    auth,
    account,
    appId,
    version: (before?.version ?? 0) + 1,
  };
  const text = JSON.stringify(DriveCredential.parse(accepted.credential));
  const { keyId, sealed } = await sealSecret(
    { db: ctx.db, keyring: ctx.ai.keyring },
    DRIVE_CREDENTIAL_COLUMN,
    row,
    text,
  );
  const stored = {
    ...row,
    push,
    keyId,
    sealed,
    state: push === 'none' ? ('degraded' as const) : ('connected' as const),
    stateReason: push === 'none' ? ('no_push' as const) : null,
    stateAt: now,
    connectedBy: actor.kind === 'user' ? actor.id : null,
    connectedByName: actor.name,
    connectedAt: now,
    dueAt: now,
    updatedAt: now,
  };
  await inTransaction(ctx, async (em) => {
    // Serialized per workspace, or two requests could both take the last place, or connect the same account.
    await lockWorkspace(em, workspaceId);
    const { drives, same } = await OTHERS.one(em, row);
    if (same > 0) throw driveExists(account);
    if (drives >= MAX_DRIVES_PER_WORKSPACE) throw tooMany();
    if (before === undefined) await em.insert(DriveConnectionEntity, stored);
    else {
      // Of two that connect it again at once, one does.
      const named = { workspaceId, id: before.id, version: before.version };
      const reset = { disconnectedAt: null, ...DRIVE_WITHOUT_FAILURES_VALUES };
      if ((await em.nativeUpdate(DriveConnectionEntity, named, { ...stored, ...reset })) === 0) {
        throw reconnectedMeanwhile();
      }
    }
    const action = before === undefined ? 'drive.connected' : 'drive.reconnected';
    await recordEvent(em, ctx, { action, subject: driveAuditSubjectOf(row), changes: { auth, push } });
    if (before) await restartCrawl(em, ctx, row.id);
    await publishTopics(em, drivesLiveTopicOf(workspaceId));
  });
  return { id: row.id, again: before !== undefined };
}

/** True if it is the same account as before. Otherwise the stored folders and files would belong to another one. */
function isSame(before: DriveConnectionSummary, { kind, auth, account, appId }: AcceptedDrive): boolean {
  if (before.kind !== kind || before.auth !== auth) return false;
  return auth === 'app' ? before.appId === appId : before.account.toLowerCase() === account.toLowerCase();
}

function accountDiffers({ auth, account, appId }: DriveConnectionSummary): AppError {
  const who = auth === 'app' ? `the app ${appId}` : account;
  return new AppError(
    'drive_account_differs',
    `The drive was connected as ${who}, and this is a different account. Use the same account, or connect this one as a separate drive.`,
  );
}

function driveExists(account: string): AppError {
  return new AppError('drive_exists', `The drive of ${account} is already connected. Reconnect it from its card.`);
}

function tooMany(): AppError {
  return new AppError(
    'drive_limit_reached',
    `The workspace has ${MAX_DRIVES_PER_WORKSPACE} drives, the most it can have. Disconnect one first, or share its folders with the account of another.`,
  );
}

function reconnectedMeanwhile(): AppError {
  return new AppError('stale_version', 'Someone else connected or disconnected the drive. Reload the page.');
}

type Drive = { workspaceId: string; connectionId: string };

/** Makes files due that were found but not read yet when the drive was disconnected or lost access. */
async function readAgain(em: EntityManager, of: Drive, now: Date): Promise<void> {
  const unread = [{ state: 'discovered' as const }, { state: { $in: [...FILE_STATES_IN_PROCESS] }, jobId: null }];
  const waiting = { ...of, isFolder: false, dueAt: null, $or: unread };
  await em.nativeUpdate(DriveItemEntity, waiting, { dueAt: now, attempts: 0 });
}

/** Renews subscriptions and channels, which may have ended with the previous access. */
async function followAgain(em: EntityManager, of: Drive, now: Date): Promise<void> {
  const { kind } = await em.findOneOrFail(DriveConnectionEntity, { id: of.connectionId }, { fields: ['kind'] });
  if (kind !== 'google') {
    const others = { ...of, $or: [{ subscribeAt: null }, { subscribeAt: { $ne: now } }] };
    await em.nativeUpdate(DriveItemEntity, others, { subscribeAt: now });
    await em.nativeUpdate(PickedDriveFolderEntity, of, { subscribeAt: now });
  }
  await em.nativeUpdate(ChangeFeedEntity, of, { dueAt: now });
}

/**
 * Starts a crawl to find changes missed while the drive couldn't be read, and renews push notifications. The caller has
 * locked the connection. The crawl and then the files are locked next: the order used everywhere.
 */
async function restartCrawl(em: EntityManager, ctx: Context, id: string): Promise<void> {
  const { workspace, now } = ctx;
  const of = { workspaceId: workspace.id, connectionId: id };
  if ((await em.count(PickedDriveFolderEntity, of)) > 0) await startCrawl(em, ctx, id, { cause: 'reconnected' });
  await lockDriveFileUpdates(em, workspace.id, id);
  await readAgain(em, of, now);
  await followAgain(em, of, now);
}
