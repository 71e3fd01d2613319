import type { EntityManager } from '@mikro-orm/postgresql';
import { AI_LIMITS } from '@training/shared/ai-sources';
import { defineStatement } from './statement.ts';

/** Of what a workspace may store: eight people together can fill it, one cannot (rules/bounds 10). */
const SHARE = 1 / 8;

/** Bytes that one person may store of each kind of file, of so many of their workspace; at least the largest file. */
export function shareOfPerson(bytesOfWorkspace: number): number {
  return Math.max(bytesOfWorkspace * SHARE, AI_LIMITS.documentBytes);
}

const HOLD = defineStatement({
  name: 'hold-storage',
  scope: 'tenant',
  sql: 'select 1 from workspaces where id = :workspaceId for no key update',
});

/** One at a time of a workspace takes a file in, or two could both find the last place free. */
export async function lockStorage(em: EntityManager, workspaceId: string): Promise<void> {
  await HOLD.run(em, { workspaceId });
}
