import { permissionReachOf } from '@training/shared/permissions';
import type { ModuleRef, ReviewComparisonVersions } from '@training/shared/reviews/reviews';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { ACTOR_GUARD_CTE, actorGuardParametersOf } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import {
  maxAttemptsSql,
  questionsPerAttemptSql,
  showSolutionsSettingSql,
  topicPassScoresSql,
} from '../courses/attempt-settings.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';

/** SQL for the content of a section in the round of its last approval, and the settings approved with it. */
const lastApproved = (section: 'flashcards' | 'quiz') => `
  select r.round, d.at, r.${section} as items, r.title, r.settings from review_decisions d
  join review_rounds r on r.workspace_id = :workspaceId and r.id = d.round_id
  where d.workspace_id = :workspaceId and d.module_id = m.id and d.section = '${section}' and d.verdict = 'approved'
  order by d.at desc, d.id desc limit 1`;

/** SQL for title and settings of `row`, with the contract's names. */
export const snapshotSettingsJsonFieldsSql = (row: string) => `
    'title', ${row}.title, 'validity_days', ${row}.settings -> 'validity_days', 'pass_score', ${row}.settings -> 'pass_score',
    'max_attempts', ${maxAttemptsSql(`${row}.settings`)}, 'show_solutions', ${showSolutionsSettingSql(`${row}.settings`)},
    'questions_per_attempt', ${questionsPerAttemptSql(`${row}.settings`)}, 'topic_scores', ${topicPassScoresSql(`${row}.settings`)}`;

/**
 * Compares with the round while it is under review; otherwise with the last round seen, because open content has
 * changed since.
 */
const COMPARE_REVIEW = defineStatement({
  name: 'compare-review',
  scope: 'tenant',
  row: JsonRow,
  sql: `
select json_build_object(
  'approved', case when f.items is not null or q.items is not null or l.id is not null then json_build_object(
    'round', greatest(f.round, q.round),
    'at', to_iso(greatest(coalesce(f.at, l.published_at), coalesce(q.at, l.published_at))),${snapshotSettingsJsonFieldsSql('w')},
    'flashcards', coalesce(f.items, l.flashcards, '[]'), 'quiz', coalesce(q.items, l.quiz, '[]')) end,
  'seen', (
    select json_build_object('round', r.round, 'at', to_iso(v.seen_at),${snapshotSettingsJsonFieldsSql('r')},
      'flashcards', r.flashcards, 'quiz', r.quiz)
    from review_views v
    join review_rounds r on r.workspace_id = :workspaceId and r.module_id = m.id and r.round = v.round
    where v.workspace_id = :workspaceId and v.module_id = m.id and v.reviewer_id = :reader
      and (v.round < m.round or m.workflow is distinct from 'in_review')
    order by v.round desc limit 1),
  'rounds', coalesce((
    select json_agg(json_build_object(
      'id', r.id, 'round', r.round, 'submitted_by', r.submitted_by_name, 'submitted_at', to_iso(r.submitted_at),
      'decisions', coalesce((
        select json_agg(json_build_object('section', d.section, 'verdict', d.verdict, 'by', d.by_name,
          'at', to_iso(d.at), 'reason', d.reason) order by d.at, d.id)
        from review_decisions d
        where d.workspace_id = :workspaceId and d.module_id = m.id and d.round_id = r.id), '[]')
    ) order by r.round desc)
    from (
      select * from review_rounds where workspace_id = :workspaceId and module_id = m.id
      order by round desc limit 100) r), '[]')
)::text as json
from modules m
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
left join lateral (${lastApproved('flashcards')}) f on true
left join lateral (${lastApproved('quiz')}) q on true
left join module_revisions l on l.workspace_id = :workspaceId and l.id = m.live_revision_id
-- Whoever approves the second section has the settings of that round before them; what came by no review is what is live.
left join lateral (
  select o.title, o.settings
  from (values (f.round, f.title, f.settings), (q.round, q.title, q.settings), (0, l.title, l.settings)) o (round, title, settings)
  where o.title is not null order by o.round desc limit 1) w on true
where m.workspace_id = :workspaceId and m.id = :id
  and (:ownDepartment::uuid is null or c.department_id = :ownDepartment)`,
});

const RECORD_VIEW = defineStatement({
  name: 'record-review-view',
  scope: 'tenant',
  sql: `
with ${ACTOR_GUARD_CTE}
insert into review_views (workspace_id, module_id, reviewer_id, round, seen_at)
select workspace_id, id, :reader, round, :now from modules, held
where workspace_id = :workspaceId and id = :id and workflow in ('in_review', 'changes_requested')
on conflict do nothing`,
});

/**
 * Reads the versions to compare the submitted content with. Records that a reviewer saw the round, so that later
 * changes can be shown; records nothing if they stopped being a reviewer meanwhile.
 * @throws AppError `module_not_found`, also for a module of a department that the caller may not see
 */
export async function readReviewComparison(ctx: Context, { module_id }: ModuleRef): Promise<ReviewComparisonVersions> {
  const { actor, db, now, workspace } = ctx;
  const reader = actor.kind === 'user' ? actor : null;
  const module = { workspaceId: workspace.id, id: module_id };
  const seen = { ownDepartment: departmentLimitOf(ctx), reader: reader?.id ?? null };
  const comparison = await COMPARE_REVIEW.first(db.pool, { ...module, ...seen });
  if (!comparison) throw new AppError('module_not_found', `There is no module ${module_id} that you can see.`);
  if (reader && permissionReachOf(reader.role, 'reviews:decide')) {
    await RECORD_VIEW.run(db.pool, { ...module, ...actorGuardParametersOf(ctx), reader: reader.id, now });
  }
  return createPreparedJson(comparison.json);
}
