import type { GiveFeedback, ModuleFeedback } from '@training/shared/learning/learning';
import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { lockCycle } from '../cycle.ts';
import { ModuleFeedbackEntity } from './module-feedback.entity.ts';

/**
 * Stores the feedback of a learner on a module in one of their cycles, replacing earlier feedback (rules/learning 12).
 * @throws AppError `enrollment_not_found`; `not_started`
 */
export function giveFeedback(ctx: Context, { enrollment_id, rating, comment }: GiveFeedback): Promise<ModuleFeedback> {
  return inTransaction(ctx, async (em) => {
    const { module_id: moduleId, revision_id: revisionId } = await lockCycle(em, ctx, enrollment_id);
    if (revisionId === null) throw new AppError('not_started', 'Start the module before you give feedback.');
    const cycle = { workspaceId: ctx.workspace.id, enrollmentId: enrollment_id, moduleId };
    const said = { revisionId, rating, comment, givenAt: ctx.now };
    const changed = ['revisionId', 'rating', 'comment', 'givenAt'] as const;
    await em.upsert(ModuleFeedbackEntity, { ...cycle, ...said }, { onConflictMergeFields: [...changed] });
    return { rating, comment, at: ctx.now.toISOString() };
  });
}
