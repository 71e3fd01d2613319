import type { EntityManager } from '@mikro-orm/postgresql';
import { ModuleContributorEntity } from './module-history.entity.ts';

type Contribution = { workspaceId: string; moduleId: string; cycle: number; userId: string };

/**
 * Records a contributor: people who wrote, generated or changed part of a module can't decide on it (rules/review 16).
 * Editing a section does this in its own statement.
 */
export async function recordContributor(em: EntityManager, contribution: Contribution): Promise<void> {
  await em.upsert(ModuleContributorEntity, contribution, { onConflictAction: 'ignore' });
}
