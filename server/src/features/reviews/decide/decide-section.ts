import type { ModuleState, QuerySection, ApproveSection, RejectModule } from '@training/shared/reviews/reviews';
import type { Context } from '../../../core/context.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { ReviewCommentEntity } from '../review.entity.ts';
import { insertDecision, findLatestRound } from '../review-rounds.ts';
import { recordTransition, runTransition, type TransitionContext } from '../transition.ts';
import { assertDecidedContentIsCurrent, assertRoundIsCurrent } from './assert-decided-content.ts';
import { publishModule } from './publish-module.ts';
import { clearReviewClaim } from '../queue/claim-review.ts';

/**
 * Rejects the whole submission (rules/review 9): both sections become editable, and approvals are void.
 * @throws AppError `self_review`; `module_state`; `stale_revision` if it was submitted again since the caller saw it
 */
export function rejectSubmittedModule(ctx: Context, { module_id, round, reason }: RejectModule): Promise<ModuleState> {
  return runTransition(ctx, module_id, { kind: 'reject' }, async (step) => {
    assertRoundIsCurrent(step, round);
    clearReviewClaim(step.module);
    await insertDecision(step, await findLatestRound(step), { verdict: 'rejected', reason });
    await step.em.flush();
    await recordTransition(step, 'module.rejected', { reason });
  });
}

/**
 * Approves one section (rules/review 5); the second approval publishes in the same transaction (rules/review 8). If two
 * reviewers decide at once, one succeeds and the other gets a 409.
 * @throws AppError `self_review`; `module_state`, also if it would publish without confirmation; `stale_revision` if
 * the content changed since the caller saw it
 */
export function approveSection(ctx: Context, input: ApproveSection): Promise<ModuleState> {
  const { module_id, section, content_hash: contentHash } = input;
  return runTransition(ctx, module_id, { kind: 'approve', section }, async (step) => {
    assertDecidedContentIsCurrent(step, input);
    if (step.module.workflow === null && !input.may_publish) throw unconfirmed(input);
    const round = await findLatestRound(step);
    await Promise.all([
      insertDecision(step, round, { verdict: 'approved', section, contentHash }),
      recordTransition(step, 'module.section_approved', { section, content_hash: contentHash }),
    ]);
    if (step.module.workflow === null) await publishModule(step, round);
  });
}

function unconfirmed({ section }: ApproveSection): AppError {
  const [own, other] = section === 'quiz' ? ['quiz', 'flashcards were'] : ['flashcards', 'quiz was'];
  return new AppError(
    'module_state',
    `The ${other} approved meanwhile, so approving the ${own} publishes the module. Approve and publish it to continue.`,
  );
}

/**
 * Sends one section back to its authors (rules/review 6): only that section is unlocked, and its approval, if any, is
 * void.
 * @throws AppError `self_review`; `module_state`; `stale_revision`; `invalid_request` for an item that doesn't exist
 */
export function sendSectionBack(ctx: Context, input: QuerySection): Promise<ModuleState> {
  const { module_id, section, content_hash: contentHash, comment } = input;
  return runTransition(ctx, module_id, { kind: 'query', section }, async (step) => {
    assertDecidedContentIsCurrent(step, input);
    addQuery(step, input);
    await insertDecision(step, await findLatestRound(step), {
      verdict: 'queried',
      section,
      contentHash,
      reason: comment,
    });
    await step.em.flush();
    await recordTransition(step, 'module.section_queried', {
      section,
      content_hash: contentHash,
      reason: comment,
      ...(input.item_id && { item_id: input.item_id }),
    });
  });
}

function addQuery({ em, ctx, module, sections }: TransitionContext, input: QuerySection): void {
  const { section, comment, item_id: itemId = null } = input;
  const { actor, now, workspace } = ctx;
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Only a person can ask for changes.');
  if (itemId && !sections[section].items.some(({ id }) => id === itemId)) {
    const message = `The ${section === 'quiz' ? 'quiz has no such question' : 'section has no such card'}`;
    throw invalidFieldError('item_id', message, 'not_found');
  }
  em.create(ReviewCommentEntity, {
    workspaceId: workspace.id,
    id: newId(),
    moduleId: module.id,
    section,
    itemId,
    round: module.round,
    kind: 'query',
    body: comment,
    authorId: actor.id,
    authorName: actor.name,
    authorReviews: true,
    at: now,
    resolvedAt: null,
    resolvedByName: null,
  });
}
