import type { ModuleState, RejectModule } from '@training/shared/reviews/reviews';
import type { Context } from '../../../core/context.ts';
import { clearClaim } from '../queue/claim-review.ts';
import { insertDecision, lastRound } from '../review-rounds.ts';
import { recordTransition, transition } from '../transition.ts';
import { assertRound } from './assert-seen.ts';

/**
 * Rejects the whole submission (rules/review 9): both sections become editable, and approvals are void.
 * @throws AppError `self_review`; `module_state`; `stale_revision` if it was submitted again since the caller saw it
 */
export function rejectModule(ctx: Context, { module_id, round, reason }: RejectModule): Promise<ModuleState> {
  return transition(ctx, module_id, { kind: 'reject' }, async (step) => {
    assertRound(step, round);
    clearClaim(step.module);
    await insertDecision(step, await lastRound(step), { verdict: 'rejected', reason });
    await step.em.flush();
    await recordTransition(step, 'module.rejected', { reason });
  });
}
