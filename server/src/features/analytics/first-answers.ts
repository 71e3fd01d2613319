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
    item -> 'correct' as correct, case when shows_answers then coalesce(item -> 'options', '[]') else '[]' end as options,
    item_hash(item) as hash
  from live, jsonb_array_elements(quiz) with ordinality i (item, place)
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
export const FIRST_ANSWERS = `${CYCLES}, ${LIVE}, ${FIRST}` as const;
