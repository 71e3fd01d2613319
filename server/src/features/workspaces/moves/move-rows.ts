import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../../core/errors.ts';
import { WorkspaceMoveCallerEntity, WorkspaceMoveEntity } from './workspace-move.entity.ts';

const ALL = { filters: { workspace: false } } as const;

/** Forgets an ended move: the workspace comes back, or was taken out of this database. */
export async function forgetMove(em: EntityManager, workspaceId: string): Promise<void> {
  await em.nativeDelete(WorkspaceMoveCallerEntity, { workspaceId }, ALL);
  await em.nativeDelete(WorkspaceMoveEntity, { workspaceId }, ALL);
}

/** @throws AppError `invalid_request` while a workspace moves: both sides must have the keys of its secrets. */
export async function assertNoMove(em: EntityManager): Promise<void> {
  const moving = await em.findOne(WorkspaceMoveEntity, { finishedAt: null }, ALL);
  if (!moving) return;
  throw new AppError(
    'invalid_request',
    `The workspace ${moving.slug} is moving. Finish or abort that first: wtp workspace move ${moving.slug} --status.`,
  );
}
