import type { ClaimReview, ModuleState, ModuleRef } from '@training/shared/reviews/reviews';
import { mayReleaseReviewClaim } from '@training/shared/reviews/workflow';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import type { ModuleRow } from '../../courses/course.entity.ts';
import { recordTransition, runTransition, type TransitionContext } from '../transition.ts';

/**
 * Claims a review, which shows others who is working on it (rules/review 4). It reserves nothing: other reviewers can
 * still decide. Users can't claim a review that they may not decide on, because others would wait in vain.
 * @throws AppError `self_review`; `module_state` if it isn't in review; `already_claimed` without `take_over`
 */
export function claimReview(ctx: Context, { module_id, take_over }: ClaimReview): Promise<ModuleState> {
  return runTransition(ctx, module_id, { kind: 'claim' }, async (step) => {
    const { module } = step;
    const { actor } = step.ctx;
    if (actor.kind !== 'user') throw new AppError('forbidden', 'Only a person can claim a review.');
    if (module.claimedBy === actor.id) return;
    if (module.claimedBy && !take_over) throw claimedBy(module);
    await assignReviewClaim(step, 'review.claimed', actor);
  });
}

/** Gives the claim of the review to a user, and records that. */
export async function assignReviewClaim(
  step: TransitionContext,
  action: 'review.claimed' | 'review.reassigned',
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { module } = step;
  const before = module.claimedByName ?? null;
  module.claimedBy = id;
  module.claimedByName = name;
  module.claimedAt = step.ctx.now;
  await recordTransition(step, action, { claimed_by: [before, name] });
}

/**
 * Releases a claim, by its owner or a super admin. Does nothing without a claim. A claim survives a query, so that it
 * can be released while the authors make changes; it ends with the review.
 * @throws AppError `module_state` if it isn't under review; `already_claimed` if another reviewer has it
 */
export function releaseReview(ctx: Context, { module_id }: ModuleRef): Promise<ModuleState> {
  return runTransition(ctx, module_id, { kind: 'release' }, async (step) => {
    const { module } = step;
    if (!module.claimedBy) return;
    assertMayReleaseReviewClaim(step);
    const before = module.claimedByName;
    clearReviewClaim(module);
    await recordTransition(step, 'review.released', { claimed_by: [before, null] });
  });
}

/** @throws AppError `already_claimed` if another reviewer has the claim, unless the caller is a super admin */
export function assertMayReleaseReviewClaim({ module, ctx: { actor } }: TransitionContext): void {
  if (actor.kind !== 'user' || !mayReleaseReviewClaim(module.claimedBy ?? null, actor)) throw claimedBy(module);
}

/** Removes the claim from the row; the caller stores it. */
export function clearReviewClaim(module: ModuleRow): void {
  module.claimedBy = null;
  module.claimedByName = null;
  module.claimedAt = null;
}

const claimedBy = ({ claimedByName }: ModuleRow) =>
  new AppError('already_claimed', `${claimedByName ?? 'Someone'} has claimed the review. Take it over to continue.`);
