import { AttemptSettings } from '@training/shared/courses/courses';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import {
  maxAttemptsSql,
  questionsPerAttemptSql,
  showSolutionsSettingSql,
  topicPassScoresSql,
} from '../../courses/attempt-settings.ts';
import { recordGeneratedItemOutcomes } from '../../courses/generation/generated-item-provenance.ts';
import { settingsToColumns } from '../../courses/modules/working-copy.ts';
import { recountVariants } from '../../translations/recount-variants.ts';
import { clearReviewClaim } from '../queue/claim-review.ts';
import { updateCourseStatus } from './update-course-status.ts';
import { insertDecision, type ReviewRoundRef } from '../review-rounds.ts';
import { recordTransition, type TransitionContext } from '../transition.ts';

const Revision = z.strictObject({
  revision: z.number(),
  title: z.string(),
  validity_days: z.number().nullable(),
  pass_score: z.number(),
  ...AttemptSettings.shape,
  flashcards_hash: z.string(),
  quiz_hash: z.string(),
});

/**
 * Copies the round's snapshot, if the stored sections match it and each was approved with that hash in this working
 * copy: content on which these three differ is never published.
 */
const PUBLISH = defineStatement({
  name: 'publish-module',
  scope: 'tenant',
  row: Revision,
  sql: `
insert into module_revisions (workspace_id, id, module_id, number, title, settings, flashcards, quiz, published_at,
  published_by_name)
select r.workspace_id, :revisionId::uuid, r.module_id,
  1 + coalesce((select max(v.number) from module_revisions v where v.workspace_id = :workspaceId
    and v.module_id = :moduleId), 0),
  r.title, r.settings, r.flashcards, r.quiz, :now::timestamptz, :by
from review_rounds r
where r.workspace_id = :workspaceId and r.module_id = :moduleId and r.id = :roundId and not exists (
  select from sections s
  where s.workspace_id = :workspaceId and s.module_id = :moduleId and (
    s.content_hash <> case s.kind when 'flashcards' then r.flashcards_hash else r.quiz_hash end
    or not exists (
      select from review_decisions d
      join review_rounds a on a.workspace_id = :workspaceId and a.id = d.round_id and a.cycle = r.cycle
      where d.workspace_id = :workspaceId and d.module_id = :moduleId and d.section = s.kind and d.verdict = 'approved'
        and d.content_hash = s.content_hash)))
returning number as revision, title, (settings ->> 'validity_days')::integer as validity_days,
  (settings ->> 'pass_score')::float as pass_score, ${maxAttemptsSql('settings')} as max_attempts,
  ${showSolutionsSettingSql('settings')} as show_solutions,
  ${questionsPerAttemptSql('settings')} as questions_per_attempt, ${topicPassScoresSql('settings')} as topic_scores,
  flashcards_hash, quiz_hash`,
});

/** Publishes the round's snapshot to learners, as part of the second approval (rules/review 8). */
export async function publishModule(step: TransitionContext, round: ReviewRoundRef): Promise<void> {
  const { em, ctx, module } = step;
  const { actor, now, workspace } = ctx;
  const revisionId = newId();
  const copied = { workspaceId: workspace.id, moduleId: module.id, roundId: round.id };
  const published = await PUBLISH.first(em, { ...copied, revisionId, now, by: actor.name });
  if (!published) throw new AppError('stale_revision', 'The content isn’t what was submitted and approved. Reject it.');
  await recordGeneratedItemOutcomes(em, { workspaceId: workspace.id, moduleId: module.id, revisionId, now });
  module.liveRevisionId = revisionId;
  const { revision, flashcards_hash, quiz_hash, ...settings } = published;
  Object.assign(module, { ...settingsToColumns(settings), working: null });
  clearReviewClaim(module);
  await em.flush();
  await recountVariants(em, ctx, module.id);
  const [course] = await Promise.all([updateCourseStatus(step), insertDecision(step, round, { verdict: 'published' })]);
  await recordTransition(step, 'module.published', { revision, flashcards_hash, quiz_hash, ...course });
}
