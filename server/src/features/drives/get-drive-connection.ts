import { DriveKind, DriveState } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import type { Workspace } from '../../core/context.ts';
import type { Database } from '../../database/database.ts';

const Found = z.strictObject({
  id: z.uuid(),
  kind: DriveKind,
  auth: z.enum(['oauth', 'service_account', 'app']),
  account: z.string(),
  appId: z.string(),
  state: DriveState,
  version: z.int(),
});
export type DriveConnectionSummary = z.infer<typeof Found>;

const COLUMNS = `id, kind, auth, account, app_id as "appId", state, version`;

const FIND = defineStatement({
  name: 'find-drive',
  scope: 'tenant',
  row: Found,
  sql: `select ${COLUMNS} from drive_connections where workspace_id = :workspaceId and id = :id`,
});

const LOCK = defineStatement({
  name: 'lock-drive',
  scope: 'tenant',
  row: Found,
  sql: `
select ${COLUMNS} from drive_connections where workspace_id = :workspaceId and id = :id for no key update`,
});

/** Finds a disconnected drive of the same account. Its files are still known. */
const FIND_FORMER = defineStatement({
  name: 'find-former-drive',
  scope: 'tenant',
  row: Found,
  sql: `
select ${COLUMNS} from drive_connections
where workspace_id = :workspaceId and kind = :kind and state = 'disconnected'
  and case when auth = 'app' then app_id = :appId else auth = :auth and lower(account) = lower(:account) end
order by disconnected_at desc limit 1`,
});

/** @throws AppError `drive_not_found` */
export async function getDriveConnection(
  on: StatementRunner,
  workspaceId: string,
  id: string,
): Promise<DriveConnectionSummary> {
  const found = await FIND.first(on, { workspaceId, id });
  if (!found) throw driveNotFoundError(id);
  return found;
}

/**
 * Locks a drive's row until the transaction ends.
 * @throws AppError `drive_not_found`
 */
export async function lockDriveConnection(
  transaction: StatementRunner,
  workspaceId: string,
  id: string,
): Promise<DriveConnectionSummary> {
  const locked = await LOCK.first(transaction, { workspaceId, id });
  if (!locked) throw driveNotFoundError(id);
  return locked;
}

export function findFormerDrive(
  on: StatementRunner,
  workspaceId: string,
  { kind, auth, account, appId }: Pick<DriveConnectionSummary, 'kind' | 'auth' | 'account' | 'appId'>,
): Promise<DriveConnectionSummary | undefined> {
  return FIND_FORMER.first(on, { workspaceId, kind, auth, account, appId });
}

export function driveNotFoundError(id: string): AppError {
  return new AppError('drive_not_found', `There is no drive ${id} in this workspace.`);
}

const FIND_DRIVE_WORKSPACE = defineStatement({
  name: 'find-drive-workspace',
  scope: 'cross_tenant',
  row: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
  sql: `
select w.id, w.slug, w.name from drive_connections d join workspaces w on w.id = d.workspace_id where d.id = :id`,
});

/**
 * Finds the workspace of a drive. The operator can name a drive by its id alone.
 * @throws AppError `drive_not_found`
 */
export async function getDriveWorkspace(db: Database, id: string): Promise<Workspace> {
  const workspace = await FIND_DRIVE_WORKSPACE.first(db.pool, { id });
  if (!workspace) throw new AppError('drive_not_found', `There is no drive ${id}; “drive list” shows the ids.`);
  return workspace;
}
