import { ModuleForStudy, type OpenModuleForStudy } from '@training/shared/learning/learning';
import { z } from 'zod';
import { requireActingPerson, type Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import {
  readLocalizedRevisionTexts,
  localizeItem,
  localizeTitle,
  listUntranslatedItemIds,
} from '../../translations/localized-texts.ts';
import {
  joinAllowedAndUsedAttemptsSql,
  attemptQuestionCountSql,
  showSolutionsSettingSql,
} from '../../courses/attempt-settings.ts';
import { assertPathPrerequisitesMet } from '../../courses/assert-path-prerequisites-met.ts';
import { ATTEMPT_SUMMARY_JSON_SQL } from '../cycle-progress.ts';
import { JOIN_REPLACED_REVISION_FINISH_BY } from '../cycle.ts';
import {
  CERTIFICATE_JSON_FIELDS_SQL,
  MY_CYCLE_JSON_FIELDS_SQL,
  JOIN_LONGEST_LASTING_CERTIFICATE,
  ENROLLMENT_REASONS_JSON_SQL,
} from '../my-cycle.ts';
import { readAttemptInLanguage } from '../read-attempt.ts';
import { MEDIA_SHOWN_TO_LEARNER_JSON_SQL } from '../../media/shown-media.ts';

/** SQL for the differences in a section between the live revision `l` and the studied revision `r`. */
const changes = <const Section extends string>(section: Section) =>
  `(
  select json_build_object(
    'changed', coalesce(json_agg(id order by l.place) filter (where s.hash <> l.hash), '[]'),
    'added', coalesce(json_agg(id order by l.place) filter (where s.hash is null), '[]'),
    'removed', coalesce(json_agg(id order by s.place) filter (where l.hash is null), '[]'))
  from (
    select item ->> 'id' as id, item_hash(item) as hash, place
    from jsonb_array_elements(r.${section}) with ordinality as items (item, place)) s
  full join (
    select item ->> 'id' as id, item_hash(item) as hash, place
    from jsonb_array_elements(l.${section}) with ordinality as items (item, place)) l using (id))` as const;

/**
 * Joins `limits`: the attempts of the cycle `e` or, if there is none, of the withdrawn cycle that starting again would
 * resume.
 */
const LIMITS = `
left join lateral (
  select p.* from enrollments p
  where p.workspace_id = :workspaceId and p.user_id = :userId and p.module_id = m.id
  order by p.id = e.id desc, p.cycle desc limit 1) goes_on on e.id is not null or goes_on.withdrawn_at is not null
left join module_revisions s on s.workspace_id = :workspaceId and s.id = coalesce(goes_on.revision_id, m.live_revision_id)
${joinAllowedAndUsedAttemptsSql('goes_on', 's')}` as const;

/** Lists the shown fields one by one, so that a solution can never slip in. */
const READ = defineStatement({
  name: 'open-module',
  scope: 'tenant',
  row: z.strictObject({
    published: z.boolean(),
    known: z.boolean(),
    attempt_id: z.string().nullable(),
    studied: ModuleForStudy.omit({
      attempt: true,
      language: true,
      languages: true,
      untranslated: true,
      questions: true,
    }).nullable(),
  }),
  sql: `
select m.status = 'published' as published, e.id is not null as known, (
    select a.id from attempts a
    where a.workspace_id = :workspaceId and a.enrollment_id = e.id
    order by a.state in ('open', 'waiting') desc, a.state = 'superseded', a.number desc limit 1) as attempt_id,
  case when m.status = 'published' then json_build_object(
    'module_id', m.id, 'course', json_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji),
    'time_zone', w.time_zone,
    'cycle', case when e.id is not null then json_build_object(${MY_CYCLE_JSON_FIELDS_SQL}, 'why', ${ENROLLMENT_REASONS_JSON_SQL}) end,
    'revision', json_build_object('id', r.id, 'number', r.number, 'title', r.title,
      'published_at', to_iso(r.published_at), 'pass_score', r.settings -> 'pass_score',
      'validity_days', r.settings -> 'validity_days'),
    'cards', coalesce((
      select json_agg(jsonb_build_object('id', item -> 'id', 'front', item -> 'front', 'back', item -> 'back', 'seen', exists (
        select from seen_cards s
        where s.workspace_id = :workspaceId and s.enrollment_id = e.id and s.card_id = (item ->> 'id')::uuid
          and s.item_hash = item_hash(item))) || ${MEDIA_SHOWN_TO_LEARNER_JSON_SQL} order by place)
      from jsonb_array_elements(r.flashcards) with ordinality as cards (item, place)), '[]'),
    'questions_asked', ${attemptQuestionCountSql('r')},
    'attempts', coalesce((
      select json_agg(${ATTEMPT_SUMMARY_JSON_SQL} order by a.number desc)
      from (
        select * from attempts where workspace_id = :workspaceId and enrollment_id = e.id order by number desc limit 50) a
      join module_revisions t on t.workspace_id = :workspaceId and t.id = a.revision_id), '[]'),
    'attempts_allowed', limits.allowed, 'attempts_left', greatest(limits.allowed - limits.used, 0),
    'show_solutions', ${showSolutionsSettingSql('r.settings')},
    'newer', case when r.id <> l.id and (e.completed_at is null or e.attested_id is not null) then json_build_object('revision', l.number,
      'published_at', to_iso(l.published_at), 'finish_by', to_iso(replaced.finish_by),
      'outdated', replaced.finish_by <= :now::timestamptz, 'title', l.title,
      'cards', ${changes('flashcards')}, 'questions', ${changes('quiz')}) end,
    ${CERTIFICATE_JSON_FIELDS_SQL}, 'feedback', (
      select json_build_object('rating', f.rating, 'comment', f.comment, 'at', to_iso(f.given_at)) from module_feedback f
      where f.workspace_id = :workspaceId and f.enrollment_id = e.id)) end as studied
from modules m
join workspaces w on w.id = :workspaceId
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
left join enrollments e on e.workspace_id = :workspaceId and e.user_id = :userId and e.module_id = m.id and e.is_current
  and e.waived_at is null
left join module_revisions l on l.workspace_id = :workspaceId and l.id = m.live_revision_id
left join module_revisions r on r.workspace_id = :workspaceId and r.id = coalesce(e.revision_id, m.live_revision_id)
${LIMITS}
${JOIN_REPLACED_REVISION_FINISH_BY}
${JOIN_LONGEST_LASTING_CERTIFICATE}
where m.workspace_id = :workspaceId and m.id = :moduleId`,
});

/**
 * Returns a module to study: the revision that the caller started, else the live one, with their progress, in the
 * language that is asked for, else in the caller's own (rules/translations 9).
 * @throws AppError `module_not_found`; `module_locked`; `module_not_published` if the caller has started it and it is
 *   hidden now
 */
export async function readModuleForStudy(
  ctx: Context,
  { module_id: moduleId, language }: OpenModuleForStudy,
): Promise<ModuleForStudy> {
  const { db, workspace, now } = ctx;
  const on = ctx.transaction ?? db.pool;
  const found = await READ.first(on, { workspaceId: workspace.id, userId: requireActingPerson(ctx).id, moduleId, now });
  if (found?.known && !found.published) {
    const words = 'The module isn’t published at the moment. What you did is kept. Continue once it is back.';
    throw new AppError('module_not_published', words);
  }
  if (!found?.studied)
    throw new AppError('module_not_found', `There is no published module ${moduleId} in this workspace.`);
  const { studied, attempt_id: attemptId } = found;
  if (studied.cycle?.status === 'not_started') await assertPathPrerequisitesMet(on, ctx, studied.cycle.enrollment_id);
  const { revision, cards } = studied;
  const [shown, attempt] = await Promise.all([
    readLocalizedRevisionTexts(on, ctx, { revisionId: revision.id, language }),
    attemptId ? readAttemptInLanguage(on, ctx, { attemptId, language }) : null,
  ]);
  const isUnderWay = attempt !== null && ['open', 'waiting'].includes(attempt.state);
  const questions = isUnderWay ? attempt.asked : [];
  return {
    ...studied,
    language: shown.language ?? shown.source_language,
    languages: [shown.source_language, ...shown.languages],
    untranslated: listUntranslatedItemIds(shown, { flashcards: cards, quiz: questions }),
    revision: { ...revision, title: localizeTitle(shown, revision.title) },
    cards: cards.map((card) => localizeItem(shown, 'flashcards', card)),
    questions,
    attempt,
  };
}
