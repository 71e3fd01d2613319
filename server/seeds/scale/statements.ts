/**
 * The SQL that makes the rows of `seed scale`, in PostgreSQL itself: a million rows cross no wire. What looks random
 * is arithmetic on the row's number, so that two runs measure the same data.
 */

/**
 * A UUIDv7 of `moment`, since PostgreSQL has none of its own before 18: 48 bits of milliseconds, version, randomness.
 */
export function uuidAt(moment: string): string {
  return `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`;
}

/** One of the words of a parameter that is a `text[]`. */
const pick = (words: string, number: string) => `(${words})[1 + (${number}) % cardinality(${words})]`;

/** Scatters row numbers over 0 to `size` - 1; Knuth's multiplier shares no factor with any size that is used here. */
export const scatter = (number: string, size: number) => `((${number})::bigint * 2654435761 % ${size})`;

/** $1 workspace, $2 now, $3 places, $4 trades. Names that are there already stay. */
export const DEPARTMENTS = `
insert into departments (workspace_id, id, name, created_at)
select $1::uuid, ${uuidAt('at')}, trade || ' ' || place, at
from unnest($3::text[]) with ordinality places (place, p), unnest($4::text[]) with ordinality trades (trade, t),
  lateral (select $2::timestamptz - interval '800 days' + make_interval(hours => (p * 10 + t)::int) as at) times
on conflict do nothing`;

/** $1 workspace, $2 now, $3 how many, $4 first names, $5 last names, $6 the domain of their e-mails. */
export const USERS = `
with ranked as (
  select id, row_number() over (order by name) - 1 as rank, count(*) over () as total
  from departments where workspace_id = $1::uuid
), people as (
  select n,
    case when n <= 2 then 'super_admin' when n % 100 = 7 then 'trainer' when n % 500 = 11 then 'content_manager'
      when n % 1000 = 13 then 'auditor' else 'learner' end as role,
    $2::timestamptz - interval '730 days' + (n - 1) * (interval '729 days' / $3::integer) as at,
    ${scatter('n', 1009)} as spot
  from generate_series(1, $3::integer) n
)
insert into users (workspace_id, id, email, full_name, role, department_id, is_active, created_at, updated_at)
select $1::uuid, ${uuidAt('at')},
  case when n = 1 then 'admin' else 'person' || n end || '@' || $6::text,
  ${pick('$4::text[]', 'n')} || ' ' || ${pick('$5::text[]', 'n / 3')},
  role, ranked.id, n <= 2 or n % 33 <> 5, at, at
from people
-- The square makes departments of unequal size. Of those who need no department a few have none.
left join ranked on rank = floor(total * (spot / 1009.0) ^ 2) and (role = 'trainer' or spot % 40 <> 0)
order by n`;

/** $1 workspace, $2 now, $3 how many, $4 emoji, $5 subjects, $6 departments' trades. */
export const COURSES = `
with ranked as (
  select id, row_number() over (order by name) - 1 as rank, count(*) over () as total
  from departments where workspace_id = $1::uuid
), numbered as (
  select n, n % 10 <> 9 as published,
    $2::timestamptz - interval '720 days' + (n - 1) * (interval '690 days' / $3::integer) as at
  from generate_series(1, $3::integer) n
)
insert into courses
  (workspace_id, id, title, emoji, department_id, published, published_at, created_at, updated_at)
select $1::uuid, ${uuidAt('at')},
  ${pick('$5::text[]', 'n')} || ' for ' || lower(${pick('$6::text[]', 'n / 7')}) || ', part ' || n,
  ${pick('$4::text[]', 'n')}, ranked.id, published, case when published then at + interval '10 days' end, at, at
from numbered left join ranked on rank = n % (total + 1)
order by n`;

/**
 * $1 workspace, $2 how many in each course, $3 aspects. A course that is published has at least its first module so.
 */
export const MODULES = `
with numbered as (
  select c.id as course_id, c.published, m, row_number() over (order by c.created_at, c.id) * 7 + m as k,
    c.created_at + make_interval(mins => m) as at
  from courses c, generate_series(0, $2::integer - 1) m
  where c.workspace_id = $1::uuid
), spread as (select *, ${scatter('k', 101)} as spot from numbered
), placed as (
  select *, case
    when not published then (array['draft', 'draft', 'in_review'])[1 + spot % 3]
    when m = 0 or spot < 72 then 'published' when spot < 82 then 'draft' when spot < 89 then 'in_review'
    when spot < 94 then 'changes_requested' when spot < 97 then 'rejected' else 'archived' end as status
  from spread
)
insert into modules (workspace_id, id, course_id, title, status, position, validity_days, created_at, updated_at,
  workflow, live_revision_id, round, submitted_at, submitted_by_name)
select $1::uuid, ${uuidAt('at')}, course_id, ${pick('$3::text[]', 'm')} || ' (' || m + 1 || ')', status,
  m, case spot % 6 when 0 then 365 when 1 then 180 end, at, at,
  case when status not in ('published', 'archived') then status end,
  case when status in ('published', 'archived') then gen_random_uuid() end,
  case status when 'draft' then 0 else 1 end, case when status <> 'draft' then at end, case when status <> 'draft' then 'Trainer' end
from placed order by at, course_id, m`;

/** $1 workspace. Five cards and four questions, one of each kind; states as the status of the module has them. */
export const SECTIONS = `
insert into sections (workspace_id, id, module_id, kind, state, items, updated_at, state_since, state_by_name)
select $1::uuid, ${uuidAt('m.created_at')}, m.id, kind,
  case m.status
    when 'in_review' then 'locked' when 'published' then 'approved' when 'archived' then 'approved'
    when 'changes_requested' then case kind when 'quiz' then 'queried' else 'approved' end
    else 'editable' end,
  items, m.updated_at, case m.workflow when 'in_review' then m.submitted_at else m.updated_at end,
  case m.workflow when 'in_review' then m.submitted_by_name end
from modules m, lateral (
  select 'flashcards' as kind, jsonb_agg(jsonb_build_object(
    'id', ${uuidAt('m.created_at + make_interval(secs => n / 1000.0)')},
    'front', 'What is rule ' || n || ' of “' || m.title || '”?',
    'back', 'Stop, look, and ask whoever is responsible before you go on. Rule ' || n || ' holds on every shift, for visitors too.'
  ) order by n) as items
  from generate_series(1, 5) n
  union all
  select 'quiz', jsonb_build_array(
    jsonb_build_object('id', ${uuidAt('m.created_at')}, 'kind', 'single_choice',
      'prompt', 'What do you do first when something looks wrong?',
      'options', jsonb_build_array('Carry on and mention it at the end of the shift', 'Stop and tell whoever is responsible',
        'Repair it with what is at hand', 'Wait until somebody else has noticed'),
      'correct', 1, 'explanation', 'Stopping costs a minute; a wrong guess can cost an injury.'),
    jsonb_build_object('id', ${uuidAt('m.created_at')}, 'kind', 'multiple_choice',
      'prompt', 'What belongs in a report?',
      'options', jsonb_build_array('Where and when it was', 'Who is to blame', 'What was seen', 'What was done at once'),
      'correct', jsonb_build_array(0, 2, 3), 'explanation', 'Facts help; blame keeps the next person from reporting.'),
    jsonb_build_object('id', ${uuidAt('m.created_at')}, 'kind', 'short_text',
      'prompt', 'Which word names an event that hurt nobody but could have?',
      'accepted', jsonb_build_array('near miss', 'near-miss'), 'explanation', 'Near misses show where to act in time.'),
    jsonb_build_object('id', ${uuidAt('m.created_at')}, 'kind', 'spoken',
      'prompt', 'Explain the rule to a colleague who is new.',
      'rubric', jsonb_build_array('Says when the rule applies', 'Says whom to ask'),
      'explanation', 'A good answer names the rule, when it applies and whom to ask.'))
) made
where m.workspace_id = $1::uuid
order by m.created_at, m.id, kind`;
