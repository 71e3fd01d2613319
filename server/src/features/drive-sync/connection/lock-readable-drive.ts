import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { DriveConnectionEntity, IS_READABLE } from './drive-connection.entity.ts';

/** Locks the row of a drive that can be read; undefined if it can't, or has another credential than the `version`. */
export async function lockReadableDrive(
  em: EntityManager,
  drive: { workspaceId: string; id: string; version?: number },
) {
  const { workspaceId, id, version } = drive;
  const named = { workspaceId, id, ...(version !== undefined && { version }), ...IS_READABLE };
  return (await em.findOne(DriveConnectionEntity, named, { lockMode: LockMode.PESSIMISTIC_WRITE })) ?? undefined;
}
