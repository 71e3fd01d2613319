import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import { AppError } from '../../../core/errors.ts';
import { WorkspaceMoveEntity } from './workspace-move.entity.ts';

const ALL = { filters: { workspace: false } } as const;

export type WorkspaceMoveRow = InferEntity<typeof WorkspaceMoveEntity>;

/** Finds the move of a workspace by its slug, also once its own row was removed. */
export async function findMove(em: EntityManager, slug: string): Promise<WorkspaceMoveRow | undefined> {
  return (await em.findOne(WorkspaceMoveEntity, { slug }, { ...ALL, orderBy: { startedAt: 'desc' } })) ?? undefined;
}

/** @throws AppError `invalid_request` while a workspace moves: both sides must have the keys of its secrets. */
export async function assertNoWorkspaceIsMoving(em: EntityManager): Promise<void> {
  const moving = await em.findOne(WorkspaceMoveEntity, { finishedAt: null }, ALL);
  if (!moving) return;
  throw new AppError(
    'invalid_request',
    `The workspace ${moving.slug} is moving. Finish or abort that first: wtp workspace move ${moving.slug} --status.`,
  );
}
