import type { EntityManager } from '@mikro-orm/postgresql';
import { defineStatement } from '../../../database/statements/statement.ts';
import { DriveConnectionEntity, IS_READABLE } from './drive-connection.entity.ts';

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
  const named = { workspaceId, id, ...(version !== undefined && { version }), ...IS_READABLE };
  return (await em.findOne(DriveConnectionEntity, named, { refresh: true })) ?? undefined;
}
