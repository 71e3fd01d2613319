import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../../core/context.ts';
import { ModuleEntity } from '../course.entity.ts';
import { recordEvent } from '../../events/record-event.ts';
import { notifyModuleChanged } from './lock-module.ts';
import { workingTitleOf } from './working-copy.ts';

/** Releases all review claims of people who are no longer reviewers (rules/review 23). */
export async function releaseReviewClaimsOfUsers(em: EntityManager, ctx: Context, userIds: string[]): Promise<void> {
  const claimed = { claimedBy: { $in: userIds } };
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
  for (const module of await em.find(ModuleEntity, claimed, lock)) {
    const { id, round, claimedByName } = module;
    em.assign(module, { claimedBy: null, claimedByName: null, claimedAt: null });
    await em.flush();
    await recordEvent(em, ctx, {
      action: 'review.released',
      subject: { kind: 'module', id, name: workingTitleOf(module) },
      changes: { round, claimed_by: [claimedByName, null] },
    });
    await notifyModuleChanged(em, ctx, id);
  }
}
