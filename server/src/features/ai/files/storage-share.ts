import type { EntityManager } from '@mikro-orm/postgresql';
import { AI_LIMITS } from '@training/shared/ai/ai-sources';
import { defineStatement } from '../../../database/statements/statement.ts';

/** One person's part of a workspace's storage: eight people can fill it together, one cannot (rules/bounds 10). */
const SHARE = 1 / 8;

/** Returns the bytes that one person may store of each kind of file: at least one file of the largest size. */
export function shareOfPerson(bytesOfWorkspace: number): number {
  return Math.max(bytesOfWorkspace * SHARE, AI_LIMITS.documentBytes);
}

const LOCK = defineStatement({
  name: 'lock-storage',
  scope: 'tenant',
  sql: 'select 1 from workspaces where id = :workspaceId for no key update',
});

/** Locks a workspace's storage, so that two uploads can't both take the last free place. */
export async function lockStorage(em: EntityManager, workspaceId: string): Promise<void> {
  await LOCK.run(em, { workspaceId });
}
