import type { ApproveSection, ModuleState } from '@training/shared/reviews/reviews';
import type { Context } from '../../../core/context.ts';
import { publishModule } from './publish-module.ts';
import { insertDecision, lastRound } from '../review-rounds.ts';
import { recordTransition, transition } from '../transition.ts';
import { assertSeen } from './assert-seen.ts';

/**
 * Approves one section (rules/review 5); the second approval publishes in the same transaction (rules/review 8). If two
 * reviewers decide at once, one succeeds and the other gets a 409.
 * @throws AppError `self_review`; `module_state`; `stale_revision` if the content changed since the caller saw it
 */
export function approveSection(ctx: Context, input: ApproveSection): Promise<ModuleState> {
  const { module_id, section, content_hash: contentHash } = input;
  return transition(ctx, module_id, { kind: 'approve', section }, async (step) => {
    assertSeen(step, input);
    const round = await lastRound(step);
    await Promise.all([
      insertDecision(step, round, { verdict: 'approved', section, contentHash }),
      recordTransition(step, 'module.section_approved', { section, content_hash: contentHash }),
    ]);
    if (step.module.workflow === null) await publishModule(step, round);
  });
}
