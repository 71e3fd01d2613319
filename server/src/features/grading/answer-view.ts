import { translatedAnsweredQuestionTextsSql } from '../translations/localized-texts.ts';

/**
 * FROM clause of an answer `a` with its attempt, module, learner and newest appeal `p`. The tables that decide who may
 * see it come first: PostgreSQL compares the orders of only so many tables (`JOINED_AT_ONCE`).
 */
export const ANSWER_FROM_CLAUSE = `
from answers a
join attempts t on t.workspace_id = :workspaceId and t.id = a.attempt_id
join enrollments e on e.workspace_id = :workspaceId and e.id = t.enrollment_id
join module_revisions r on r.workspace_id = :workspaceId and r.id = t.revision_id
join modules m on m.workspace_id = :workspaceId and m.id = r.module_id
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
join users u on u.workspace_id = :workspaceId and u.id = e.user_id
join spoken_answers s on s.workspace_id = :workspaceId and s.answer_id = a.id
left join departments d on d.workspace_id = :workspaceId and d.id = c.department_id
left join recordings v on v.workspace_id = :workspaceId and v.id = s.recording_id and v.state = 'stored'
left join appeals p on p.workspace_id = :workspaceId and p.answer_id = a.id and p.number = (
  select max(q.number) from appeals q where q.workspace_id = :workspaceId and q.answer_id = a.id)` as const;

/** Finds the few open appeals before the other tables are joined. */
export const ANSWER_IDS_WITH_OPEN_APPEAL_SQL =
  'array(select answer_id from appeals where workspace_id = :workspaceId and decided_at is null)' as const;

/** The question of `a` in the language in which it was asked, as JSON. */
export const ASKED_QUESTION_JSON_SQL = `(
  jsonb_path_query_first(r.quiz, '$[*] ? (@.id == $id)', jsonb_build_object('id', a.question_id::text))
  || ${translatedAnsweredQuestionTextsSql('a')})` as const;

/** The appeal in this row as JSON. */
const appealOf = <const Row extends string>(row: Row) =>
  `json_build_object('words', ${row}.words, 'at', to_iso(${row}.at), 'decide_by', to_iso(${row}.decide_by),
    'decided_at', to_iso(${row}.decided_at), 'decided_by', ${row}.decided_by_name)` as const;

/** Fields of the spoken or typed text. */
const SAID = `'typed', a.response ->> 'text',
  'recording', case when v.id is not null then json_build_object('id', v.id, 'media_type', v.media_type, 'bytes', v.size,
    'url', '/api/workspaces/' || :slug::text || '/recordings/' || v.id) end,
  'transcript', case when s.transcript is not null then json_build_object('text', s.transcript, 'corrected', s.corrected,
    'language', s.heard_language, 'seconds', s.seconds, 'confidence', s.speech_confidence) end` as const;

/**
 * Fields of an answer for its learner and for those who grade it, as pairs of `json_build_object`; takes
 * `ANSWER_FROM_CLAUSE`.
 */
export const ANSWER_JSON_FIELDS_SQL = `
  'answer_id', a.id, 'attempt_id', a.attempt_id, 'question_id', a.question_id, 'given_at', to_iso(a.given_at),
  'state', a.state, ${SAID},
  'trainer_reason', s.trainer_reason, 'score', a.score::float8,
  'appeal', case when p.answer_id is not null then ${appealOf('p')} end,
  'earlier_appeals', coalesce((
    select json_agg(${appealOf('q')} order by q.number) from appeals q
    where q.workspace_id = :workspaceId and q.answer_id = a.id and q.number < p.number), '[]')` as const;

/** The grades `g` of `a` that meet the condition, as a pair of `json_build_object`. */
export const gradesJsonFieldSql = <const Which extends string>(which: Which) =>
  `'grades', coalesce((
    select json_agg(json_build_object('number', g.number, 'kind', g.kind, 'counts', g.counts, 'score', g.score::float8,
      'criteria', g.criteria, 'confidence', g.confidence::float8, 'by', g.by_name, 'comment', g.comment,
      'at', to_iso(g.at)) order by g.number)
    from grades g where g.workspace_id = :workspaceId and g.answer_id = a.id and ${which}), '[]')` as const;

/** True if the viewer belongs to the department whose trainers grade `a`, and isn't its learner. */
const IN_DEPARTMENT =
  `(e.user_id <> :viewerId and coalesce(c.department_id = :viewerDepartment::uuid, false))` as const;

/** True if no other trainer `x` of the department meets the condition. */
const noTrainerCan = <const Condition extends string>(condition: Condition) =>
  `not exists (select from users x where x.workspace_id = :workspaceId and x.role = 'trainer' and x.is_active
    and x.department_id = c.department_id and x.id <> e.user_id and ${condition})` as const;

/** True if a person has graded `a` or checked a grade of it, which counts as grading. */
const hasGraded = <const Who extends string>(who: Who) =>
  `(exists (select from grades g where g.workspace_id = :workspaceId and g.answer_id = a.id and g.by_id = ${who})
    or exists (select from grade_checks h
      where h.workspace_id = :workspaceId and h.answer_id = a.id and h.checked_by_id = ${who}))` as const;

/**
 * True if the viewer may grade `a`: a trainer of the course's department or, if there is none, a super admin. Answers
 * of inactive people wait until they are active again.
 */
export const VIEWER_MAY_GRADE_ANSWER = `(a.state = 'trainer' and u.is_active and (${IN_DEPARTMENT}
  or (:viewerIsAdmin::boolean and e.user_id <> :viewerId and ${noTrainerCan('true')})))` as const;

/**
 * True if the viewer may decide the appeal about `a`: a person of the department who hasn't graded it, or a super admin
 * if there is no such person or the time is up.
 */
const MAY_DECIDE =
  `(p.answer_id is not null and p.decided_at is null and u.is_active and not ${hasGraded(':viewerId')} and (
  ${IN_DEPARTMENT} or (:viewerIsAdmin::boolean and e.user_id <> :viewerId
    and (p.decide_by <= :now::timestamptz or ${noTrainerCan(`not ${hasGraded('x.id')}`)}))))` as const;

/** True if everyone who could decide the appeal about `a` has graded it. */
const NOBODY_DECIDES = `not exists (
  select from users x where x.workspace_id = :workspaceId and x.is_active and x.id <> e.user_id
    and (x.role = 'super_admin' or x.role = 'trainer' and x.department_id = c.department_id)
    and not ${hasGraded('x.id')})` as const;

/**
 * True if the appeal about `a` waits for the viewer: to decide it or, if nobody may, as a super admin to appoint
 * another person.
 */
export const APPEAL_WAITS_FOR_VIEWER = `(${MAY_DECIDE}
  or (p.answer_id is not null and p.decided_at is null and u.is_active and :viewerIsAdmin::boolean
    and e.user_id <> :viewerId and ${NOBODY_DECIDES}))` as const;

/**
 * True if the viewer may override the grade of `a`: not while an appeal is open, and after one only a person who has
 * neither graded nor decided.
 */
const MAY_OVERRIDE =
  `(a.state = 'graded' and (p.answer_id is null or p.decided_at is not null and not ${hasGraded(':viewerId')})
  and (${IN_DEPARTMENT} or (:viewerIsAdmin::boolean and e.user_id <> :viewerId)))` as const;

/** True if the viewer may see `a` as a grader. */
export const VIEWER_MAY_SEE_ANSWER =
  `(${IN_DEPARTMENT} or (:viewerIsAdmin::boolean and e.user_id <> :viewerId))` as const;

/**
 * True if the viewer may check a grade of `a` without seeing it: a trainer of the department, or a super admin if
 * nobody else can; never a person who has graded it.
 */
export const VIEWER_MAY_CHECK_GRADE = `(not ${hasGraded(':viewerId')} and (${IN_DEPARTMENT}
  or (:viewerIsAdmin::boolean and e.user_id <> :viewerId and ${noTrainerCan(`not ${hasGraded('x.id')}`)})))` as const;

/** An answer for a check of its grade: with neither grades nor the learner's name. */
export const ANSWER_FOR_BLIND_CHECK_JSON_SQL = `json_build_object(${SAID},
  'module', json_build_object('title', r.title, 'course', c.title),
  'question', json_build_object('prompt', ${ASKED_QUESTION_JSON_SQL} ->> 'prompt', 'rubric', ${ASKED_QUESTION_JSON_SQL} -> 'rubric',
    'explanation', ${ASKED_QUESTION_JSON_SQL} ->> 'explanation'))` as const;

/** An answer for its graders; takes `ANSWER_FROM_CLAUSE`. */
export const ANSWER_TO_GRADE_JSON_SQL =
  `json_build_object(${ANSWER_JSON_FIELDS_SQL}, ${gradesJsonFieldSql('true')}, 'note', s.failure_detail,
  'learner', json_build_object('id', u.id, 'name', u.full_name),
  'module', json_build_object('id', m.id, 'title', r.title, 'course', c.title, 'department', d.name),
  'question', json_build_object('prompt', ${ASKED_QUESTION_JSON_SQL} ->> 'prompt', 'rubric', ${ASKED_QUESTION_JSON_SQL} -> 'rubric',
    'explanation', ${ASKED_QUESTION_JSON_SQL} ->> 'explanation'),
  'pass_score', t.pass_score::float8,
  'judged_as', coalesce((
    select g.kind from grades g where g.workspace_id = :workspaceId and g.answer_id = a.id and g.by_id = :viewerId
    order by g.number desc limit 1),
    case when ${hasGraded(':viewerId')} then 'check' end),
  'may', json_build_object('grade', ${VIEWER_MAY_GRADE_ANSWER}, 'decide_appeal', ${MAY_DECIDE}, 'override', ${MAY_OVERRIDE}))` as const;
