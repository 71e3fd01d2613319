import { topicPassScoreResultsJsonSql } from '../courses/topic-results.ts';
import { translatedAnsweredQuestionTextsSql } from '../translations/localized-texts.ts';

const APPEAL = `json_build_object('words', p.words, 'at', to_iso(p.at), 'decided_at', to_iso(p.decided_at),
        'decided_by', p.decided_by_name)` as const;

/** How the answer `n` to a spoken question came to its grade; null for other questions. */
const ORAL_JSON = `(
  select json_build_object(
    'typed', s.recording_id is null, 'heard', s.transcript, 'corrected', s.corrected,
    'speech_confidence', s.speech_confidence, 'seconds', s.seconds,
    'grades', coalesce((
      select json_agg(json_build_object(
        'number', g.number, 'kind', g.kind, 'counts', g.counts, 'score', g.score, 'criteria', g.criteria,
        'confidence', g.confidence, 'by', g.by_name, 'comment', g.comment, 'at', to_iso(g.at)) order by g.number)
      from grades g where g.workspace_id = :workspaceId and g.answer_id = s.answer_id), '[]'),
    'appeal', (
      select ${APPEAL} from appeals p where p.workspace_id = :workspaceId and p.answer_id = s.answer_id
      order by p.number desc limit 1),
    'earlier_appeals', coalesce((
      select json_agg(${APPEAL} order by p.number) from appeals p
      where p.workspace_id = :workspaceId and p.answer_id = s.answer_id and p.number < (
        select max(q.number) from appeals q where q.workspace_id = :workspaceId and q.answer_id = s.answer_id)), '[]'))
  from spoken_answers s
  where s.workspace_id = :workspaceId and s.answer_id = coalesce(n.carried_from, n.id))` as const;

/** FROM clause with the tables that prove a completed cycle `e`. */
export const EVIDENCE_FROM_CLAUSE = `
from enrollments e
join workspaces w on w.id = :workspaceId::uuid
join users u on u.workspace_id = :workspaceId and u.id = e.user_id
left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id
join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
left join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
left join attempts t on t.workspace_id = :workspaceId and t.id = e.passed_attempt_id` as const;

const APPROVALS = `coalesce((
  select json_agg(json_build_object('section', a.section, 'by', a.by_name, 'at', to_iso(a.at),
    'content_hash', a.content_hash) order by a.section)
  from (
    select distinct on (v.section) v.section, v.by_name, v.at, v.content_hash
    from review_decisions v
    where v.workspace_id = :workspaceId and v.module_id = e.module_id and v.verdict = 'approved'
      and v.at <= r.published_at
      and v.content_hash = case v.section when 'flashcards' then r.flashcards_hash else r.quiz_hash end
    order by v.section, v.at desc
  ) a), '[]')`;

const ANSWERS = `coalesce((
  select json_agg(json_build_object(
    'question_id', n.question_id, 'content_hash', n.item_hash, 'question', q.item - 'source' - 'topic', 'topic', q.item ->> 'topic', 'response', n.response,
    'given_at', to_iso(n.given_at), 'score', n.score, 'carried', n.carried_from is not null, 'oral', ${ORAL_JSON},
    'language', n.language, 'translation', nullif(${translatedAnsweredQuestionTextsSql('n')}, '{}'), 'presence', n.presence
  ) order by q.place, n.given_at)
  from answers n
  left join jsonb_array_elements(r.quiz) with ordinality as q (item, place)
    on q.item ->> 'id' = n.question_id::text
  where n.workspace_id = :workspaceId and n.attempt_id = t.id), '[]')`;

/** The language of the person of the row `e`, joined by `EVIDENCE_FROM_CLAUSE`; never part of the evidence. */
export const LEARNER_LANGUAGE_SQL = `coalesce(u.language, w.language)` as const;

/** An `CompletionEvidenceDocument` of the row `e`, joined by `EVIDENCE_FROM_CLAUSE`. */
export const EVIDENCE_JSON_SQL = `json_build_object(
  'version', 1, 'generated_at', to_iso(:now::timestamptz), 'time_zone', w.time_zone,
  'workspace', json_build_object('id', w.id, 'slug', w.slug, 'name', w.name),
  'person', json_build_object('id', u.id, 'full_name', u.full_name, 'email', u.email, 'department', d.name),
  'module', json_build_object('id', m.id, 'title', m.title, 'course', c.title),
  'revision', case when r.id is not null then json_build_object(
    'id', r.id, 'number', r.number, 'title', r.title, 'published_at', to_iso(r.published_at),
    'published_by', r.published_by_name, 'flashcards_hash', r.flashcards_hash, 'quiz_hash', r.quiz_hash,
    'pass_score', r.settings -> 'pass_score', 'validity_days', r.settings -> 'validity_days',
    'approvals', ${APPROVALS}) end,
  'completion', json_build_object(
    'enrollment_id', e.id, 'cycle', e.cycle, 'source', e.source, 'assigned_at', to_iso(e.assigned_at),
    'due_on', e.due_on, 'started_at', to_iso(e.started_at), 'completed_at', to_iso(e.completed_at),
    'expires_at', to_iso(e.expires_at),
    'expires_on', to_char((e.expires_at - interval '1 millisecond') at time zone w.time_zone, 'YYYY-MM-DD'),
    'score', e.final_score, 'attempts', e.attempts,
    'cards_seen', (select count(*) from seen_cards s where s.workspace_id = :workspaceId and s.enrollment_id = e.id)),
  'attempt', case when t.id is not null then json_build_object(
    'id', t.id, 'number', t.number, 'started_at', to_iso(t.started_at), 'ended_at', to_iso(t.ended_at),
    'pass_score', t.pass_score, 'score', t.score, 'answers', ${ANSWERS},
    'drawn_from', case when t.drawn is not null then r.questions end, 'topics', ${topicPassScoreResultsJsonSql('t', 'r')}) end)` as const;
