import type { SectionKind } from '@training/shared/courses/courses';
import type { ReviewRoundVerdict } from '@training/shared/reviews/reviews';
import { actingUserIdOf } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { newId } from '../../platform/ids.ts';
import { workingSettingsOf } from '../courses/modules/working-copy.ts';
import { ReviewDecisionEntity, ReviewRoundEntity } from './review.entity.ts';
import type { TransitionContext } from './transition.ts';

/** A submission. */
export type ReviewRoundRef = { id: string };

const OPEN_ROUND = defineStatement({
  name: 'open-round',
  scope: 'tenant',
  sql: `
insert into review_rounds (workspace_id, id, module_id, cycle, round, title, settings, flashcards, quiz,
  submitted_by, submitted_by_name, submitted_at)
select f.workspace_id, :id::uuid, f.module_id, :cycle::integer, :round::integer, :title, :settings::jsonb, f.items, q.items, :submittedBy::uuid, :submittedByName, :now::timestamptz
from sections f
join sections q on q.workspace_id = f.workspace_id and q.module_id = f.module_id and q.kind = 'quiz'
where f.workspace_id = :workspaceId and f.module_id = :moduleId and f.kind = 'flashcards'`,
});

/** Maximum submissions of one module within 24 hours: each is kept as a copy of up to two million characters. */
const MOST_A_DAY = 100;
const DAY = 86_400_000;

/**
 * Starts the module's next round; PostgreSQL copies both sections as stored.
 * @throws AppError `rate_limited` after 100 rounds within 24 hours
 */
export async function createRound({ em, ctx, module }: TransitionContext): Promise<void> {
  const { actor, now, workspace } = ctx;
  const oldest = { moduleId: module.id, round: module.round - MOST_A_DAY + 1 };
  const since = (await em.findOne(ReviewRoundEntity, oldest, { fields: ['submittedAt'] }))?.submittedAt;
  if (since && now.getTime() - since.getTime() < DAY) {
    throw new AppError(
      'rate_limited',
      `The module was submitted ${MOST_A_DAY} times within 24 hours, which is the limit. Submit it again later.`,
      { headers: { 'retry-after': '3600' } },
    );
  }
  module.round += 1;
  module.submittedAt = now;
  module.submittedByName = actor.name;
  const { title, ...settings } = workingSettingsOf(module);
  await OPEN_ROUND.run(em, {
    workspaceId: workspace.id,
    moduleId: module.id,
    id: newId(),
    cycle: module.cycle,
    round: module.round,
    submittedBy: actingUserIdOf(ctx),
    submittedByName: actor.name,
    now,
    title,
    settings: JSON.stringify(settings),
  });
}

/** The module's current or last round, without its content. */
export async function findLatestRound({ em, module }: TransitionContext): Promise<ReviewRoundRef> {
  const { id: moduleId, round } = module;
  const found = await em.findOne(ReviewRoundEntity, { moduleId, round }, { fields: ['id'] });
  if (!found) throw new Error(`Module ${moduleId} lacks its round ${round}`);
  return found;
}

/** Verdicts outside of a review. */
type OutsideReview = 'revised' | 'unpublished' | 'archived' | 'restored';

/** A decision: about one section, with the hash of the content seen, or about the whole module. */
type Decision = {
  verdict: ReviewRoundVerdict | OutsideReview;
  section?: SectionKind;
  contentHash?: string;
  reason?: string | undefined;
};

/**
 * Inserts a decision at once, because publication looks for it: with its round where it ends or is part of a review. It
 * is the history that reviewers and authors read.
 */
export async function insertDecision(
  { em, ctx, module }: TransitionContext,
  round: ReviewRoundRef | null,
  decision: Decision,
): Promise<void> {
  const { actor, now, workspace } = ctx;
  const { verdict, section = null, contentHash = null, reason = null } = decision;
  await em.insert(ReviewDecisionEntity, {
    workspaceId: workspace.id,
    id: newId(),
    moduleId: module.id,
    roundId: round?.id ?? null,
    section,
    verdict,
    contentHash,
    reason,
    byId: actingUserIdOf(ctx),
    byName: actor.name,
    at: now,
  });
}
