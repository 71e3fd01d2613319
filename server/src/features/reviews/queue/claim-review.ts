import type { ClaimReview, ModuleState, NameModule } from '@training/shared/reviews';
import { mayRelease } from '@training/shared/workflow';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { ModuleRow } from '../../courses/course.entity.ts';
import { record, transition, type Step } from '../transition.ts';

/**
 * Shows others who is looking (rules/review 4). It reserves nothing: whoever may decide still may. Nobody claims what
 * they may not decide on: others would wait for a verdict that cannot come.
 * @throws AppError `self_review`; `module_state` for what is not in review; `already_claimed` without `take_over`
 */
export function claimReview(ctx: Context, { module_id, take_over }: ClaimReview): Promise<ModuleState> {
  return transition(ctx, module_id, { kind: 'claim' }, async (step) => {
    const { module } = step;
    const { actor } = step.ctx;
    if (actor.kind !== 'user') throw new AppError('forbidden', 'Only a person can claim a review.');
    if (module.claimedBy === actor.id) return;
    if (module.claimedBy && !take_over) throw claimedBy(module);
    await assignClaim(step, 'review.claimed', actor);
  });
}

/** The claim is this reviewer's from now on. */
export async function assignClaim(
  step: Step,
  action: 'review.claimed' | 'review.reassigned',
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { module } = step;
  const before = module.claimedByName ?? null;
  module.claimedBy = id;
  module.claimedByName = name;
  module.claimedAt = step.ctx.now;
  await record(step, action, { claimed_by: [before, name] });
}

/**
 * Gives a claim back: whoever has it, or a super admin. Without a claim there is nothing to do. A claim outlives a
 * query, so that it can be given back while its authors change what was queried; with the review it ends.
 * @throws AppError `module_state` for what is not under review; `already_claimed` where somebody else has it
 */
export function releaseReview(ctx: Context, { module_id }: NameModule): Promise<ModuleState> {
  return transition(ctx, module_id, { kind: 'release' }, async (step) => {
    const { module } = step;
    if (!module.claimedBy) return;
    assertMayRelease(step);
    const before = module.claimedByName;
    clearClaim(module);
    await record(step, 'review.released', { claimed_by: [before, null] });
  });
}

/** @throws AppError `already_claimed` where somebody else has the claim, unless a super admin asks */
export function assertMayRelease({ module, ctx: { actor } }: Step): void {
  if (actor.kind !== 'user' || !mayRelease(module.claimedBy ?? null, actor)) throw claimedBy(module);
}

/** Nobody looks at it any more. */
export function clearClaim(module: ModuleRow): void {
  module.claimedBy = null;
  module.claimedByName = null;
  module.claimedAt = null;
}

const claimedBy = ({ claimedByName }: ModuleRow) =>
  new AppError('already_claimed', `${claimedByName ?? 'Someone'} has claimed the review. Take it over to continue.`);
