import {
  CardSeenCounts,
  MAX_CYCLES_EVALUATED_PER_MODULE,
  MIN_ANSWERS_FOR_DISCRIMINATION,
  MIN_PEOPLE_PER_SHOWN_WRONG_TEXT,
  ItemStatistics,
  QuestionResult,
  type ReadItemStatistics,
} from '@training/shared/analytics/item-statistics';
import { Count } from '@training/shared/primitives';
import { MAX_MANAGERS_ABOVE_PERSON } from '@training/shared/team/team';
import { z } from 'zod';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { normalizeAnswerText } from '@training/shared/learning/score-answer';

/**
 * SQL for the newest started cycles of active people in view, one more than the limit; `looked` is without that one.
 * Joins people, because only current cycles store a department, and people who renew answered in earlier ones.
 */
const CYCLES = `
newest as materialized (
  select e.id, e.user_id, e.revision_id, row_number() over (order by e.started_at desc, e.id) as place
  from enrollments e join users u on u.workspace_id = :workspaceId and u.id = e.user_id
  where e.workspace_id = :workspaceId and e.module_id = :moduleId and e.started_at is not null and u.is_active
    and (:departmentId::uuid is null or u.department_id = :departmentId)
    and (:ownDepartment::uuid is null or u.department_id = :ownDepartment)
    and (:managerId::uuid is null or u.id = any (array(select team_of(:workspaceId, :managerId, ${MAX_MANAGERS_ABOVE_PERSON}))))
  order by e.started_at desc, e.id limit :most::integer + 1
), looked as materialized (
  select id, user_id, revision_id from newest where place <= :most
)` as const;

/** SQL for the live revision with its items; with the answers only if the caller may read drafts. */
const LIVE = `
live as materialized (
  select m.id, r.title, m.course_id, r.number, r.published_at, r.flashcards, r.quiz,
    (:ownDepartment::uuid is null or coalesce(c.department_id = :ownDepartment, false)) as shows_answers
  from modules m
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  join module_revisions r on r.workspace_id = :workspaceId and r.id = m.live_revision_id
  where m.workspace_id = :workspaceId and m.id = :moduleId and m.status <> 'archived'
), cards as materialized (
  select (item ->> 'id')::uuid as id, place, left(item ->> 'front', 300) as front, item_hash(item) as hash
  from live, jsonb_array_elements(flashcards) with ordinality i (item, place)
), questions as materialized (
  select (item ->> 'id')::uuid as id, place, item ->> 'kind' as kind, left(item ->> 'prompt', 300) as prompt,
    item -> 'correct' as correct, case when shows_answers and item ? 'correct' then item -> 'options' else '[]' end as options,
    item_hash(item) as hash
  from live, jsonb_array_elements(quiz) with ordinality i (item, place)
), working as materialized (
  select (item ->> 'id')::uuid as id, item_hash(item) as hash
  from sections s, jsonb_array_elements(s.items) i (item)
  where s.workspace_id = :workspaceId and s.module_id = :moduleId and s.kind = 'quiz'
)` as const;

/**
 * SQL for each person's first answer to each question with its current wording, at any revision. Answers carried over
 * are left out, because the original answer is included.
 */
const FIRST = `
first as materialized (
  select distinct on (l.user_id, g.question_id) l.user_id, q.id as question_id, q.kind, g.response, g.state, g.score
  from looked l
  join attempts a on a.workspace_id = :workspaceId and a.enrollment_id = l.id
  join answers g on g.workspace_id = :workspaceId and g.attempt_id = a.id and g.carried_from is null
  join questions q on q.id = g.question_id and q.hash = g.item_hash
  order by l.user_id, g.question_id, g.given_at, g.id
)` as const;

/**
 * SQL for the tables `live`, `cards`, `questions`, `newest`, `looked` and `first` of a module and the people in view.
 */
const FIRST_ANSWERS = `${CYCLES}, ${LIVE}, ${FIRST}` as const;

const MOST_TEXTS = 5;
/** Maximum product of items and people: for a module with very many items, fewer people are read. */
const MOST_LOOKS = 200_000;

const WrongText = z.strictObject({ text: z.string(), people: Count });

/**
 * SQL that groups wrong texts roughly in PostgreSQL, to return few rows; they are then grouped as in grading. Long
 * texts are unique anyway.
 */
const WRONG_TEXTS = `
select t.question_id, json_agg(json_build_object('text', t.text, 'people', t.people) order by t.people desc, t.text) as texts
from (
  select c.*, row_number() over (partition by c.question_id order by c.people desc, c.text) as place
  from (
    select f.question_id, lower(normalize(btrim(regexp_replace(f.response ->> 'text', '\\s+', ' ', 'g')), NFKC)) as text,
      count(*)::integer as people
    from first f cross join live
    where live.shows_answers and f.kind in ('short_text', 'number') and f.score = 0 and length(f.response ->> 'text') <= 200
    group by 1, 2
  ) c
) t where t.place <= 50
group by t.question_id` as const;

/** Reads the number of items in the live revision, which is the work per cycle. */
const SIZE = defineStatement({
  name: 'read-size-of-live-module',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: z.strictObject({ items: z.int() }),
  sql: `
select r.cards + r.questions as items
from modules m join module_revisions r on r.workspace_id = :workspaceId and r.id = m.live_revision_id
where m.workspace_id = :workspaceId and m.id = :moduleId and m.status <> 'archived'`,
});

const READ = defineStatement({
  name: 'read-item-statistics',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: ItemStatistics.extend({
    questions: z.array(QuestionResult.extend({ wrong_texts: z.array(WrongText) })),
    cards: z.array(CardSeenCounts),
  }),
  sql: `
with ${FIRST_ANSWERS}, tally as (
  select question_id, count(*)::integer as answered, count(*) filter (where state <> 'graded')::integer as waiting,
    count(*) filter (where score = 1)::integer as right, round(avg(score), 4)::float8 as mean_score
  from first group by question_id
), persons as (
  select user_id, sum(score) as total, count(*) as graded from first where score is not null group by user_id
), discriminating as (
  select f.question_id, round(corr(f.score::float8, ((p.total - f.score) / (p.graded - 1))::float8)::numeric, 2)::float8 as discrimination
  from first f join persons p on p.user_id = f.user_id
  where f.score is not null and p.graded > 1
  group by f.question_id having count(*) >= ${MIN_ANSWERS_FOR_DISCRIMINATION}
), chosen as materialized (
  select f.question_id, o.index::integer as index, count(*)::integer as people
  from first f
  cross join lateral jsonb_array_elements(
    case f.kind when 'single_choice' then jsonb_build_array(f.response -> 'choice')
      when 'multiple_choice' then f.response -> 'choices' when 'hotspot' then f.response -> 'choices' else '[]' end) o (index)
  group by 1, 2
), wrong as (${WRONG_TEXTS}), studied as materialized (
  select r.id as revision_id, c.id as card_id, c.hash
  from module_revisions r
  cross join lateral jsonb_array_elements(r.flashcards) i (item)
  join cards c on c.id = (i.item ->> 'id')::uuid and c.hash = item_hash(i.item)
  where r.workspace_id = :workspaceId and r.id in (select revision_id from looked)
), seen as (
  select k.card_id, count(distinct l.user_id)::integer as people,
    count(distinct l.user_id) filter (where s.card_id is not null)::integer as seen
  from looked l
  join studied k on k.revision_id = l.revision_id
  left join seen_cards s on s.workspace_id = :workspaceId and s.enrollment_id = l.id and s.card_id = k.card_id
    and s.item_hash = k.hash
  group by k.card_id
)
select live.id as module_id, live.title, live.course_id, live.number as revision, to_iso(live.published_at) as published_at,
  (select count(distinct user_id)::integer from looked) as people,
  (select count(*) > :most from newest) as newest_only,
  live.shows_answers,
  coalesce((
    select json_agg(json_build_object('id', q.id, 'number', q.place, 'kind', q.kind, 'prompt', q.prompt,
        'unchanged', exists (select from working w where w.id = q.id and w.hash = q.hash), 'answered', coalesce(t.answered, 0), 'waiting', coalesce(t.waiting, 0), 'right', coalesce(t.right, 0),
        'mean_score', t.mean_score, 'discrimination', d.discrimination,
        'options', coalesce((
          select json_agg(json_build_object('text', o.text, 'correct', q.correct @> to_jsonb(o.number - 1),
            'people', coalesce(c.people, 0)) order by o.number)
          from jsonb_array_elements_text(q.options) with ordinality o (text, number)
          left join chosen c on c.question_id = q.id and c.index = o.number - 1), '[]'),
        'wrong_texts', coalesce(w.texts, '[]'))
      order by t.mean_score nulls last, t.answered desc nulls last, q.place)
    from questions q left join tally t on t.question_id = q.id left join wrong w on w.question_id = q.id
    left join discriminating d on d.question_id = q.id), '[]') as questions,
  coalesce((
    select json_agg(json_build_object('id', c.id, 'number', c.place, 'front', c.front,
        'people', coalesce(s.people, 0), 'seen', coalesce(s.seen, 0)) order by c.place)
    from cards c left join seen s on s.card_id = c.id), '[]') as cards
from live`,
});

/**
 * Reads the results per card and question of a module’s live revision; see rules/analytics 17.
 * @throws AppError `module_not_found` if nothing is live
 */
export async function readItemStatistics(ctx: Context, input: ReadItemStatistics): Promise<ItemStatistics> {
  const { module_id: moduleId, department_id: departmentId = null, manager_id: managerId = null } = input;
  const named = { workspaceId: ctx.workspace.id, moduleId };
  const size = await SIZE.first(ctx.db.pool, named);
  const found =
    size &&
    (await READ.first(ctx.db.pool, {
      ...named,
      departmentId,
      managerId,
      ownDepartment: departmentLimitOf(ctx),
      most: Math.min(MAX_CYCLES_EVALUATED_PER_MODULE, Math.floor(MOST_LOOKS / Math.max(1, size.items))),
    }));
  if (!found) throw new AppError('module_not_found', `There is no published module ${moduleId} in this workspace.`);
  const questions = found.questions.map((question) => ({ ...question, wrong_texts: commonest(question.wrong_texts) }));
  return { ...found, questions };
}

/** Merges texts that grading treats as equal, and returns the most common ones. */
function commonest(texts: z.infer<typeof WrongText>[]): QuestionResult['wrong_texts'] {
  const people = new Map<string, number>();
  for (const { text, people: count } of texts)
    people.set(normalizeAnswerText(text), (people.get(normalizeAnswerText(text)) ?? 0) + count);
  return [...people]
    .map(([text, count]) => ({ text, people: count }))
    .filter((each) => each.people >= MIN_PEOPLE_PER_SHOWN_WRONG_TEXT)
    .toSorted((one, other) => other.people - one.people)
    .slice(0, MOST_TEXTS);
}
