import type { ModuleDetail, LiveModule } from '@training/shared/courses/modules';
import { permissionReachOf } from '@training/shared/permissions';
import { z } from 'zod';
import { type Context, departmentLimitOf, actingUserIdOf } from '../../../core/context.ts';
import { defineStatement, JsonRow } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { createPreparedJson } from '../../../platform/prepared-json.ts';
import { UNFINISHED_AI_JOB_STATES_SQL } from '../../ai/files/unfinished-jobs.ts';
import { questionsPerAttemptSql } from '../attempt-settings.ts';
import { COURSE_IS_VISIBLE } from '../read-courses.ts';
import { assertPathPrerequisitesMet } from '../assert-path-prerequisites-met.ts';
import { AREAS_SHOWN_TO_LEARNER_JSON_SQL, MEDIA_SHOWN_TO_LEARNER_JSON_SQL } from '../../media/shown-media.ts';

/**
 * SQL for the queried sections of module `m` that no author has changed or answered since the last query, as `kind`:
 * they block resubmission (rules/review 7).
 */
export const UNANSWERED_QUERIED_SECTIONS_SQL = `
  select s.kind::text as kind from sections s
  join review_rounds r on r.workspace_id = :workspaceId and r.module_id = m.id and r.round = m.round
  where s.workspace_id = :workspaceId and s.module_id = m.id and s.state = 'queried'
    and s.content_hash = case s.kind when 'quiz' then r.quiz_hash else r.flashcards_hash end
    and not exists (
      select from review_comments k
      where k.workspace_id = :workspaceId and k.module_id = m.id and k.section = s.kind and not k.author_reviews
        and (k.at, k.id) > (
          select q.at, q.id from review_comments q
          where q.workspace_id = :workspaceId and q.module_id = m.id and q.section = s.kind and q.kind = 'query'
          order by q.at desc, q.id desc limit 1))`;

/** SQL for texts whose order would be the solution. */
const sorted = (name: string) =>
  `(select coalesce(jsonb_agg(text order by text), '[]') from jsonb_array_elements_text(item -> '${name}') text)`;

/** Lists the returned fields explicitly, so that the right answers can never be included. */
const READ_LIVE_MODULE = defineStatement({
  name: 'read-live-module',
  scope: 'tenant',
  row: JsonRow.extend({ enrollment_id: z.uuid().nullable() }),
  sql: `
select e.id as enrollment_id, json_build_object(
  'id', m.id, 'title', r.title, 'revision', r.number, 'published_at', to_iso(r.published_at),
  'flashcards', coalesce((
    select json_agg(jsonb_build_object('id', item -> 'id', 'front', item -> 'front', 'back', item -> 'back') || ${MEDIA_SHOWN_TO_LEARNER_JSON_SQL}
      order by place)
    from jsonb_array_elements(r.flashcards) with ordinality as cards (item, place)), '[]'),
  'questions', coalesce((
    select json_agg(jsonb_build_object('id', item -> 'id', 'kind', item -> 'kind', 'prompt', item -> 'prompt',
      'options', case when item ->> 'kind' in ('ordering', 'matching') then ${sorted('options')}
        else coalesce(item -> 'options', '[]') end)
      || case when item ? 'matches' then jsonb_build_object('matches', ${sorted('matches')}) else '{}' end
        || ${AREAS_SHOWN_TO_LEARNER_JSON_SQL} || ${MEDIA_SHOWN_TO_LEARNER_JSON_SQL} order by place)
    from jsonb_array_elements(r.quiz) with ordinality as questions (item, place)
    where :userId::uuid is null), '[]')
)::text as json
from modules m
join module_revisions r on r.workspace_id = :workspaceId and r.id = m.live_revision_id
left join enrollments e on e.workspace_id = :workspaceId and e.user_id = :userId::uuid and e.module_id = m.id
  and e.is_current
where m.workspace_id = :workspaceId and m.id = :id and m.status <> 'archived'`,
});

/**
 * Reads the live revision that learners see, regardless of a working copy. Who can't read drafts waits for the modules
 * that paths require first (rules/paths 4), and is asked the questions by attempts only (rules/learning 9).
 * @throws AppError `module_not_found` if nothing is live; `module_locked`
 */
export async function readLiveModule(ctx: Context, { id }: { id: string }): Promise<LiveModule> {
  const { db, workspace, actor } = ctx;
  const waits = actor.kind === 'user' && !permissionReachOf(actor.role, 'drafts:read');
  const asked = { workspaceId: workspace.id, id, userId: waits ? actor.id : null };
  const live = await READ_LIVE_MODULE.first(db.pool, asked);
  if (!live) throw new AppError('module_not_found', `There is no published module ${id} in this workspace.`);
  if (live.enrollment_id) await assertPathPrerequisitesMet(db.pool, ctx, live.enrollment_id);
  return createPreparedJson(live.json);
}

const SECTION = `
  'state', s.state, 'version', s.version, 'content_hash', s.content_hash, 'state_since', to_iso(s.state_since),
  'state_by', s.state_by_name, 'saved_by', case when s.saved_by_name is not null then
    json_build_object('id', s.saved_by, 'name', s.saved_by_name) end`;

/** SQL for decisions about the module as a whole, since it was last submitted, published or revised. */
const OUTCOMES = `
  select json_agg(json_build_object('kind', o.verdict, 'by', o.by_name, 'at', to_iso(o.at), 'reason', o.reason)
    order by o.at desc, o.id desc)
  from (
    select distinct on (e.verdict) e.* from review_decisions e
    where e.workspace_id = :workspaceId and e.module_id = m.id
      and e.verdict in ('rejected', 'withdrawn', 'unpublished', 'archived', 'restored')
      and not exists (
        select from review_decisions n
        where n.workspace_id = :workspaceId and n.module_id = m.id and n.verdict in ('published', 'revised')
          and (n.at, n.id) > (e.at, e.id))
      and not exists (
        select from review_rounds n
        where n.workspace_id = :workspaceId and n.module_id = m.id and (n.submitted_at, n.id) > (e.at, e.id))
    order by e.verdict, e.at desc, e.id desc) o`;

const READ_MODULE = defineStatement({
  name: 'read-module',
  scope: 'tenant',
  row: JsonRow,
  sql: `
select json_build_object(
  'id', m.id, 'title', coalesce(m.working ->> 'title', m.title), 'status', m.status, 'workflow', m.workflow, 'round', m.round,
  'validity_days', case when m.working ? 'validity_days' then (m.working ->> 'validity_days')::integer else m.validity_days end,
  'pass_score', coalesce((m.working ->> 'pass_score')::numeric, m.pass_score),
  'max_attempts', coalesce((m.working ->> 'max_attempts')::integer, m.max_attempts),
  'show_solutions', coalesce(m.working ->> 'show_solutions', m.show_solutions),
  'questions_per_attempt', case when m.working ? 'questions_per_attempt'
    then ${questionsPerAttemptSql('m.working')} else m.questions_per_attempt end,
  'topic_scores', coalesce(m.working -> 'topic_scores', m.topic_scores), 'settings_version', m.settings_version,
  'course', json_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji, 'department_id', c.department_id,
    'department', d.name),
  'flashcards', (select json_build_object(${SECTION}, 'cards', s.items) from sections s
    where s.workspace_id = :workspaceId and s.module_id = m.id and s.kind = 'flashcards'),
  'quiz', (select json_build_object(${SECTION}, 'questions', s.items) from sections s
    where s.workspace_id = :workspaceId and s.module_id = m.id and s.kind = 'quiz'),
  'submitted', case when m.workflow in ('in_review', 'changes_requested') then
    json_build_object('by', coalesce(m.submitted_by_name, ''), 'at', to_iso(m.submitted_at)) end,
  'claimed_by', case when m.claimed_by is not null then
    json_build_object('id', m.claimed_by, 'name', m.claimed_by_name, 'at', to_iso(m.claimed_at)) end,
  'live', (select json_build_object('number', r.number, 'title', r.title, 'published_at', to_iso(r.published_at))
    from module_revisions r where r.workspace_id = :workspaceId and r.id = m.live_revision_id),
  'source', (select json_build_object('suggestion_id', g.id, 'title', g.title, 'name', g.source_name, 'url', g.source_url)
    from suggestions g where g.workspace_id = :workspaceId and g.id = m.suggestion_id),
  'outcomes', coalesce((${OUTCOMES}), '[]'),
  'comments', coalesce((
    select json_agg(json_build_object('id', k.id, 'section', k.section, 'item_id', k.item_id, 'round', k.round,
      'kind', k.kind, 'body', k.body,
      'author', json_build_object('id', k.author_id, 'name', k.author_name, 'reviewer', k.author_reviews),
      'at', to_iso(k.at), 'resolved', case when k.resolved_at is not null then
        json_build_object('by', k.resolved_by_name, 'at', to_iso(k.resolved_at)) end) order by k.at, k.id)
    from (
      select * from review_comments where workspace_id = :workspaceId and module_id = m.id
      order by at desc, id desc limit 1000) k), '[]'),
  'proposals', coalesce((
    select json_agg(json_build_object('id', p.id, 'section', p.section, 'items', jsonb_array_length(p.items),
      'job_id', p.job_id,
      'created_at', to_iso(p.created_at)) order by p.created_at, p.id)
    from section_proposals p where p.workspace_id = :workspaceId and p.module_id = m.id), '[]'),
  'unanswered', coalesce((select json_agg(u.kind order by u.kind) from (${UNANSWERED_QUERIED_SECTIONS_SQL}) u), '[]'),
  'generating', coalesce((
    select json_agg(distinct case j.feature when 'card_generation' then 'flashcards' else 'quiz' end)
    from ai_jobs j
    where j.workspace_id = :workspaceId and j.destination_kind = 'module' and j.destination_id = m.id
      and j.state in ${UNFINISHED_AI_JOB_STATES_SQL}), '[]'),
  'mine', m.created_by is not distinct from :caller::uuid and :caller::uuid is not null or exists (
    select from module_contributors o
    where o.workspace_id = :workspaceId and o.module_id = m.id and o.user_id = :caller)
)::text as json
from modules m
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
left join departments d on d.workspace_id = :workspaceId and d.id = c.department_id
where m.workspace_id = :workspaceId and m.id = :id and ${COURSE_IS_VISIBLE}`,
});

/** @throws AppError `module_not_found`, also for a module of a department that the caller may not see */
export async function readModule(ctx: Context, { id }: { id: string }): Promise<ModuleDetail> {
  const caller = actingUserIdOf(ctx);
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  const found = await READ_MODULE.first(ctx.db.pool, { ...seen, id, caller });
  if (!found) throw new AppError('module_not_found', `There is no module ${id} that you can see.`);
  return createPreparedJson(found.json);
}
