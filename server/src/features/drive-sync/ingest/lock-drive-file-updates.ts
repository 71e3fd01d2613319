import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';

/**
 * Uses an advisory lock instead of the connection's row, so that push notifications can update the row without waiting.
 */
const LOCK_DRIVE = defineStatement({
  name: 'lock-drive-files',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(hashtextextended('drive files ' || :workspaceId::text || :connectionId::text, 0))`,
});

/**
 * Serializes updates of a drive's files until the transaction ends: a folder that moves takes everything inside along.
 */
export async function lockDriveFileUpdates(
  on: StatementRunner,
  workspaceId: string,
  connectionId: string,
): Promise<void> {
  await LOCK_DRIVE.run(on, { workspaceId, connectionId });
}
