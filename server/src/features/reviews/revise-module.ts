import type { ModuleState, NameModule } from '@training/shared/reviews/reviews';
import type { Context } from '../../core/context.ts';
import { insertDecision } from './review-rounds.ts';
import { recordTransition, transition } from './transition.ts';

/**
 * Opens a working copy of a published module (rules/review 11), starting from the live content. Learners keep the live
 * revision, and the public status stays `published`, until the working copy is approved.
 * @throws AppError `module_state`
 */
export function reviseModule(ctx: Context, { module_id }: NameModule): Promise<ModuleState> {
  return transition(ctx, module_id, { kind: 'revise' }, async (step) => {
    step.module.cycle += 1;
    await step.em.flush();
    await insertDecision(step, null, { verdict: 'revised' });
    await recordTransition(step, 'module.revised', { cycle: step.module.cycle });
  });
}
