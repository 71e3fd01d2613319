import type { EntityManager } from '@mikro-orm/postgresql';
import { execute } from '../execute.ts';

/** How long people have, in days, and how long before a certificate runs out the next cycle opens. */
const DUE_DAYS = 30;
const WINDOW_DAYS = 30;

/**
 * Rows of the past have the ids that their past gives them, as version 8 has it, so that a demo made twice is the same.
 */
const idOf = (text: string) => `overlay(overlay(md5(${text}) placing '8' from 13) placing 'a' from 17)::uuid`;

/** Cycles study what is live, are due at the end of a day, and are scored by the attempt that passed. $1 workspace. */
const CYCLES = `
update enrollments e set
  revision_id = case when e.started_at is not null then m.live_revision_id end,
  final_score = case when e.completed_at is not null then e.best_score end,
  due_on = (e.due_at at time zone w.time_zone)::date,
  due_at = ((e.due_at at time zone w.time_zone)::date + 1)::timestamp at time zone w.time_zone
from modules m, workspaces w
where e.workspace_id = $1::uuid and w.id = e.workspace_id and m.workspace_id = e.workspace_id and m.id = e.module_id`;

/** One standing assignment for each module and department whose people have it. $1 workspace, $2 who, by name. */
const ASSIGNMENTS = `
insert into assignments (workspace_id, id, module_id, audience, department_id, due_days, joiners, again, window_days, created_at, created_by_name)
select e.workspace_id, ${idOf(`'assignment' || e.module_id || u.department_id`)}, e.module_id, 'department', u.department_id, ${DUE_DAYS},
  true, false, ${WINDOW_DAYS}, min(e.assigned_at), $2
from enrollments e
join users u on u.workspace_id = e.workspace_id and u.id = e.user_id
where e.workspace_id = $1::uuid and u.department_id is not null
group by e.workspace_id, e.module_id, u.department_id`;

const COVERED = `
insert into assignment_enrollments (workspace_id, assignment_id, enrollment_id, added_at, due_on)
select e.workspace_id, a.id, e.id, e.assigned_at, e.due_on
from enrollments e
join users u on u.workspace_id = e.workspace_id and u.id = e.user_id
join assignments a on a.workspace_id = e.workspace_id and a.module_id = e.module_id and a.department_id = u.department_id
where e.workspace_id = $1::uuid`;

/**
 * Each attempt that a cycle counts: the last has its best score, those before failed by a question. Whole questions are
 * right, as many as the score says. $1 workspace.
 */
const ATTEMPTS = `
insert into attempts (workspace_id, id, enrollment_id, number, revision_id, pass_score, state, started_at, last_answer_at, ended_at, score)
select e.workspace_id, ${idOf(`'attempt' || e.id || n`)}, e.id, n, e.revision_id, m.pass_score,
  case when e.completed_at is not null and n = e.attempts then 'passed' else 'failed' end, t.at - interval '6 minutes', t.at, t.at,
  case when n = e.attempts then e.best_score else greatest(0, least(ceil(m.pass_score * q.questions) - 1, round(e.best_score * q.questions)) / q.questions) end
from enrollments e
join modules m on m.workspace_id = e.workspace_id and m.id = e.module_id
cross join lateral (select r.questions from module_revisions r where r.workspace_id = e.workspace_id and r.id = e.revision_id) q
cross join lateral generate_series(1, e.attempts) n
cross join lateral (
  select e.started_at + (coalesce(e.completed_at, e.last_activity_at) - e.started_at) * (n::double precision / e.attempts) as at
) t
where e.workspace_id = $1::uuid and e.revision_id is not null and e.attempts > 0`;

/** $1 workspace. */
const PASSED = `
update enrollments e set passed_attempt_id = a.id from attempts a
where e.workspace_id = $1::uuid and e.completed_at is not null
  and a.workspace_id = e.workspace_id and a.enrollment_id = e.id and a.state = 'passed'`;

/** Adds the event of each completion to the audit log. $1 workspace. */
const COMPLETIONS = `
insert into audit_events
  (workspace_id, id, at, action, actor_kind, actor_id, actor_name, subject_kind, subject_id, subject_name, changes)
select e.workspace_id, ${idOf(`'completion' || e.id`)}, e.completed_at, 'learner.module_completed', 'user', u.id,
  u.full_name, 'module', e.module_id, r.title, jsonb_build_object('user_id', u.id, 'full_name', u.full_name,
    'cycle', e.cycle, 'revision', r.number, 'score', e.final_score, 'expires_at', to_iso(e.expires_at))
from enrollments e
join users u on u.workspace_id = e.workspace_id and u.id = e.user_id
join module_revisions r on r.workspace_id = e.workspace_id and r.id = e.revision_id
where e.workspace_id = $1::uuid and e.completed_at is not null`;

/** From 0 to 1, always the same for a text. */
const shareOf = (text: string) => `(('x' || left(md5(${text}), 8))::bit(32)::bigint / 4294967296.0)`;

/**
 * What was answered: right for as many questions as the attempt's score says, the harder ones less often. $1 workspace.
 */
const ANSWERS = `
insert into answers (workspace_id, id, attempt_id, question_id, item_hash, kind, response, given_at, state, score)
select a.workspace_id, ${idOf(`'answer' || a.id || q.place`)}, a.id, (q.item ->> 'id')::uuid, item_hash(q.item), q.item ->> 'kind',
  jsonb_build_object('kind', q.item -> 'kind') || case q.item ->> 'kind'
    when 'single_choice' then jsonb_build_object('choice',
      case when q.is_right then (q.item -> 'correct')::integer
        else ((q.item -> 'correct')::integer + 1 + floor(q.luck * q.luck * (jsonb_array_length(q.item -> 'options') - 1))::integer)
          % jsonb_array_length(q.item -> 'options') end)
    when 'multiple_choice' then jsonb_build_object('choices',
      case when q.is_right then q.item -> 'correct' when q.item -> 'correct' = '[0]' then '[1]' else '[0]' end)
    when 'short_text' then jsonb_build_object('text', case when q.is_right then q.item -> 'accepted' ->> 0 else 'I am not sure' end)
    else jsonb_build_object('text', case when q.is_right then
      (select string_agg(point, '. ') from jsonb_array_elements_text(q.item -> 'rubric') point) else 'I am not sure' end) end,
  a.started_at + (a.ended_at - a.started_at) * (q.place::double precision / r.questions), 'graded', q.is_right::integer
from attempts a
join module_revisions r on r.workspace_id = a.workspace_id and r.id = a.revision_id
cross join lateral (
  select i.item, i.place, i.luck, row_number() over (order by i.luck + i.hardness) <= round(a.score * r.questions) as is_right
  from (
    select item, place, ${shareOf('a.id::text || place')} as luck, ${shareOf("item ->> 'prompt'")} as hardness
    from jsonb_array_elements(r.quiz) with ordinality e (item, place)
  ) i
) q
where a.workspace_id = $1::uuid`;

const TYPED = `
insert into spoken_answers (workspace_id, answer_id)
select workspace_id, id from answers where workspace_id = $1::uuid and kind = 'spoken'`;

const GRADES = `
insert into grades (workspace_id, answer_id, number, kind, counts, score, by_name, at)
select n.workspace_id, n.id, 1, 'trainer', true, n.score, $2, n.given_at + interval '1 minute'
from answers n where n.workspace_id = $1::uuid and n.kind = 'spoken'`;

/** Cards from the first on: all of a completed module, else as many as its progress says. $1 workspace. */
const SEEN = `
insert into seen_cards (workspace_id, enrollment_id, card_id, item_hash, seen_at)
select e.workspace_id, e.id, (c.item ->> 'id')::uuid, item_hash(c.item),
  e.started_at + (coalesce(e.completed_at, e.last_activity_at) - e.started_at) * (c.place::double precision / (2 * r.cards))
from enrollments e
join module_revisions r on r.workspace_id = e.workspace_id and r.id = e.revision_id
cross join lateral jsonb_array_elements(r.flashcards) with ordinality c (item, place)
where e.workspace_id = $1::uuid and (e.completed_at is not null or e.attempts > 0 or c.place <= round(e.progress * r.cards))`;

/** How far unfinished cycles are, by the cards and questions that they hold now. $1 workspace. */
const PROGRESS = `
update enrollments e set
  cards_seen = s.seen,
  progress = case when e.completed_at is not null then 1
    else least(0.9999, round((s.seen + coalesce(e.best_score, 0) * r.questions) / (r.cards + r.questions), 4)) end
from module_revisions r, (
  select c.enrollment_id, count(*)::integer as seen from seen_cards c where c.workspace_id = $1::uuid group by 1
) s
where e.workspace_id = $1::uuid and r.workspace_id = e.workspace_id and r.id = e.revision_id and s.enrollment_id = e.id`;

/** Gives the demo's cycles what people did in them, in the transaction that stores them. */
export async function storeStudies(em: EntityManager, workspaceId: string, assignedBy: string): Promise<void> {
  await execute(em, CYCLES, [workspaceId]);
  await execute(em, ASSIGNMENTS, [workspaceId, assignedBy]);
  await execute(em, COVERED, [workspaceId]);
  await execute(em, ATTEMPTS, [workspaceId]);
  await execute(em, PASSED, [workspaceId]);
  await execute(em, COMPLETIONS, [workspaceId]);
  await execute(em, ANSWERS, [workspaceId]);
  await execute(em, TYPED, [workspaceId]);
  await execute(em, GRADES, [workspaceId, assignedBy]);
  await execute(em, SEEN, [workspaceId]);
  await execute(em, PROGRESS, [workspaceId]);
}
