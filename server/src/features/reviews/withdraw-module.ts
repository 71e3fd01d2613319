import type { ModuleState, WithdrawModule } from '@training/shared/reviews/reviews';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { clearClaim } from './queue/claim-review.ts';
import { insertDecision, lastRound } from './review-rounds.ts';
import { recordTransition, transition } from './transition.ts';

/**
 * Withdraws a submission (rules/review 10): both sections become editable, and approvals are void. Callers from outside
 * the department must give a reason.
 * @throws AppError `reason_required`; `module_state`
 */
export async function withdrawModule(ctx: Context, { module_id, reason }: WithdrawModule): Promise<ModuleState> {
  if (ctx.reach === 'with_reason' && reason === undefined) {
    const message = 'Say why you withdraw someone else’s submission';
    const fields = [{ path: 'reason', code: 'required', message }];
    throw new AppError('reason_required', `${message}.`, { fields });
  }
  return transition(ctx, module_id, { kind: 'withdraw' }, async (step) => {
    clearClaim(step.module);
    await insertDecision(step, await lastRound(step), { verdict: 'withdrawn', reason });
    await step.em.flush();
    await recordTransition(step, 'module.withdrawn', { ...(reason !== undefined && { reason }) });
  });
}
