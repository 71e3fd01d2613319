import type { EntityManager } from '@mikro-orm/postgresql';
import { DriveKind, DriveStateReason, DriveState } from '@training/shared/drives/drives';
import { z } from 'zod';
import type { DriveContext } from '../../../core/context.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { runAsSystem } from '../../../database/statements/guarded-writes.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { DriveCredential } from '../../../providers/drives/credential.ts';
import type { Drive } from '../../../providers/drives/drive.ts';
import { decryptSecret } from '../../secrets/sealed-secret.ts';
import { DriveConnectionEntity, READABLE_DRIVE_FILTER } from './drive-connection.entity.ts';
import { createDriveEventContext } from './drive-subject.ts';
import { markNeedsReconnecting } from './mark-needs-reconnecting.ts';
import { DRIVE_CREDENTIAL_COLUMN } from './sealed-drive-credential.ts';

type Of = { workspaceId: string; id: string };

/** MikroORM's own lock would also wait for transactions that store files of the drive. */
const LOCK = defineStatement({
  name: 'lock-drive-row',
  scope: 'tenant',
  sql: `select id from drive_connections where workspace_id = :workspaceId and id = :id for no key update`,
});

/** Locks the row of a drive until the transaction ends. */
export async function lockDriveRow(em: EntityManager, { workspaceId, id }: Of): Promise<void> {
  await LOCK.run(em, { workspaceId, id });
}

/** Locks the row of a drive that can be read; undefined if it can't, or has another credential than the `version`. */
export async function lockReadableDrive(em: EntityManager, drive: Of & { version?: number }) {
  const { workspaceId, id, version } = drive;
  await lockDriveRow(em, drive);
  const named = { workspaceId, id, ...(version !== undefined && { version }), ...READABLE_DRIVE_FILTER };
  return (await em.findOne(DriveConnectionEntity, named, { refresh: true })) ?? undefined;
}

/** Services needed to open a drive. */
export type DriveServices = Pick<DriveContext, 'db' | 'ai' | 'drives'>;

const Connection = z.strictObject({
  workspaceId: z.uuid(),
  id: z.uuid(),
  kind: DriveKind,
  auth: z.string(),
  account: z.string(),
  appId: z.string(),
  state: DriveState,
  stateReason: DriveStateReason.nullable(),
  push: z.enum(['channel', 'long_connection', 'webhook', 'none']),
  version: z.int(),
  connectedBy: z.uuid().nullable(),
  connectedByName: z.string(),
  failingSince: z.date().nullable(),
  pausedUntil: z.date().nullable(),
});
/** A connection as loaded when it was opened. */
export type LoadedDriveConnection = z.infer<typeof Connection>;

/** A drive with its current credential, loaded anew each time. */
export type OpenedDrive = {
  connection: LoadedDriveConnection;
  drive: Drive;
  /** The decrypted credential, including the secrets that verify notifications. Never log or return it. */
  credential: DriveCredential;
};

/** Nothing can be read until the drive is connected again. */
export class DriveUnavailableError extends Error {
  override readonly name = 'DriveUnavailableError';
  readonly reason: 'disconnected' | 'reconnect_needed';

  constructor(reason: DriveUnavailableError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const FIND = defineStatement({
  name: 'find-drive-to-open',
  scope: 'tenant',
  row: Connection.extend({
    keyId: z.string().nullable(),
    sealed: z.instanceof(Buffer).nullable(),
    hasResourceKeys: z.boolean(),
  }),
  sql: `
select workspace_id as "workspaceId", id, kind, auth, account, app_id as "appId", state, state_reason as "stateReason",
  push, version, connected_by as "connectedBy", connected_by_name as "connectedByName",
  failing_since as "failingSince", paused_until as "pausedUntil", key_id as "keyId", sealed,
  exists (select from drive_files f where f.workspace_id = :workspaceId and f.connection_id = :id
    and f.resource_key is not null)
  or exists (select from drive_folders f where f.workspace_id = :workspaceId and f.connection_id = :id
    and f.resource_key is not null) as "hasResourceKeys"
from drive_connections where workspace_id = :workspaceId and id = :id`,
});

const RESOURCE_KEYS = defineStatement({
  name: 'resource-keys-of-drive',
  scope: 'tenant',
  row: z.strictObject({ id: z.string(), key: z.string() }),
  sql: `
select provider_id as id, resource_key as key from drive_files
where workspace_id = :workspaceId and connection_id = :id and provider_id = any(:ids::text[]) and resource_key is not null
union
select provider_id, resource_key from drive_folders
where workspace_id = :workspaceId and connection_id = :id and provider_id = any(:ids::text[]) and resource_key is not null`,
});

/**
 * Opens the drive of a connection (rules/drives 2).
 * @throws DriveUnavailableError if the drive can't be read; if its credential can't be decrypted, logs and reports that
 */
export async function openDrive(
  { db, ai, drives }: DriveServices,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<OpenedDrive> {
  const found = await FIND.first(db.pool, { workspaceId, id });
  if (!found || found.state === 'disconnected') throw new DriveUnavailableError('disconnected');
  const { keyId, sealed, hasResourceKeys, ...connection } = found;
  if (connection.state === 'reconnect_needed' || keyId === null || sealed === null) {
    throw new DriveUnavailableError('reconnect_needed');
  }
  const opened = decryptSecret(ai.keyring, DRIVE_CREDENTIAL_COLUMN, { ...connection, keyId, sealed });
  if ('reason' in opened) {
    ai.log.error(
      { workspace_id: workspaceId, connection_id: id, key_id: keyId, reason: opened.reason },
      'Couldn’t decrypt the credential of a drive',
    );
    await runAsSystem(() =>
      createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).transactional((em) =>
        markNeedsReconnecting(em, createDriveEventContext(workspaceId), connection, 'undecryptable'),
      ),
    );
    throw new DriveUnavailableError('reconnect_needed');
  }
  const credential = DriveCredential.parse(JSON.parse(opened.text));
  const resourceKeys = async (ids: readonly string[]) => {
    const keys = await RESOURCE_KEYS.all(db.pool, { workspaceId, id, ids });
    return new Map(keys.map((each) => [each.id, each.key]));
  };
  const key = { connectionId: id, version: connection.version };
  return { connection, credential, drive: drives.open(credential, key, hasResourceKeys ? resourceKeys : undefined) };
}
