import type { ModuleState, ModuleWithReason } from '@training/shared/reviews';
import type { Context } from '../../context.ts';
import { dropClaim } from './claim-review.ts';
import { move, mustNotBeOwn } from './lock-module.ts';
import { keepDecision, lastRound } from './review-rounds.ts';
import { record, transition } from './transition.ts';

/**
 * Turns the whole submission down (decisions §6, row 9): both sections can be edited, and approvals are void.
 * @throws AppError `self_review`; `module_state`
 */
export function rejectModule(ctx: Context, { module_id, reason }: ModuleWithReason): Promise<ModuleState> {
  return transition(ctx, module_id, async (step) => {
    await mustNotBeOwn(step.em, step.ctx, step.module);
    move(step.ctx, step, { kind: 'reject' });
    dropClaim(step.module);
    await keepDecision(step, await lastRound(step), { verdict: 'rejected', reason });
    await step.em.flush();
    await record(step, 'module.rejected', 'module.rejected', { reason });
  });
}
