import {
  CardResult,
  CYCLES_LOOKED_AT,
  ENOUGH_PEOPLE,
  ItemResults,
  QuestionResult,
  type ReadItemResults,
} from '@training/shared/ai/item-results';
import { Count } from '@training/shared/primitives';
import { z } from 'zod';
import { ownDepartment, type Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { folded } from '../learning/quiz/folded.ts';
import { FIRST_ANSWERS } from './first-answers.ts';

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
    where live.shows_answers and f.kind = 'short_text' and f.score = 0 and length(f.response ->> 'text') <= 200
    group by 1, 2
  ) c
) t where t.place <= 50
group by t.question_id` as const;

/** Reads the number of items in the live revision, which is the work per cycle. */
const SIZE = defineStatement({
  name: 'read-size-of-live-module',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ items: z.int() }),
  sql: `
select r.cards + r.questions as items
from modules m join module_revisions r on r.workspace_id = :workspaceId and r.id = m.live_revision_id
where m.workspace_id = :workspaceId and m.id = :moduleId and m.status <> 'archived'`,
});

const READ = defineStatement({
  name: 'read-item-results',
  scope: 'tenant',
  unprepared: true,
  row: ItemResults.extend({
    questions: z.array(QuestionResult.extend({ wrong_texts: z.array(WrongText) })),
    cards: z.array(CardResult),
  }),
  sql: `
with ${FIRST_ANSWERS}, tally as (
  select question_id, count(*)::integer as answered, count(*) filter (where state <> 'graded')::integer as waiting,
    count(*) filter (where score = 1)::integer as right, round(avg(score), 4)::float8 as mean_score
  from first group by question_id
), chosen as materialized (
  select f.question_id, o.index::integer as index, count(*)::integer as people
  from first f
  cross join lateral jsonb_array_elements(
    case f.kind when 'single_choice' then jsonb_build_array(f.response -> 'choice')
      when 'multiple_choice' then f.response -> 'choices' else '[]' end) o (index)
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
        'answered', coalesce(t.answered, 0), 'waiting', coalesce(t.waiting, 0), 'right', coalesce(t.right, 0),
        'mean_score', t.mean_score,
        'options', coalesce((
          select json_agg(json_build_object('text', o.text, 'correct', q.correct @> to_jsonb(o.number - 1),
            'people', coalesce(c.people, 0)) order by o.number)
          from jsonb_array_elements_text(q.options) with ordinality o (text, number)
          left join chosen c on c.question_id = q.id and c.index = o.number - 1), '[]'),
        'wrong_texts', coalesce(w.texts, '[]'))
      order by t.mean_score nulls last, t.answered desc nulls last, q.place)
    from questions q left join tally t on t.question_id = q.id left join wrong w on w.question_id = q.id), '[]') as questions,
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
export async function readItemResults(ctx: Context, input: ReadItemResults): Promise<ItemResults> {
  const { module_id: moduleId, department_id: departmentId = null } = input;
  const named = { workspaceId: ctx.workspace.id, moduleId };
  const size = await SIZE.first(ctx.db.pool, named);
  const found =
    size &&
    (await READ.first(ctx.db.pool, {
      ...named,
      departmentId,
      ownDepartment: ownDepartment(ctx),
      most: Math.min(CYCLES_LOOKED_AT, Math.floor(MOST_LOOKS / Math.max(1, size.items))),
    }));
  if (!found) throw new AppError('module_not_found', `There is no published module ${moduleId} in this workspace.`);
  const questions = found.questions.map((question) => ({ ...question, wrong_texts: commonest(question.wrong_texts) }));
  return { ...found, questions };
}

/** Merges texts that grading treats as equal, and returns the most common ones. */
function commonest(texts: z.infer<typeof WrongText>[]): QuestionResult['wrong_texts'] {
  const people = new Map<string, number>();
  for (const { text, people: count } of texts) people.set(folded(text), (people.get(folded(text)) ?? 0) + count);
  return [...people]
    .map(([text, count]) => ({ text, people: count }))
    .filter((each) => each.people >= ENOUGH_PEOPLE)
    .toSorted((one, other) => other.people - one.people)
    .slice(0, MOST_TEXTS);
}
