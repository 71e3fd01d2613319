import { Migration } from '@mikro-orm/migrations';

/**
 * What becomes of people by an assignment, as a question: the same one is asked before it is saved, while it is
 * applied, when a person changes, and every night (rules/assignments 4).
 */
export class AssignmentPlans extends Migration {
  override up(): void {
    this.addSql(`
alter table assignment_enrollments
  -- The last day that this assignment gives; the earliest of all that cover the cycle counts.
  add column due_on date,
  -- Due by the day on which the certificate before runs out, whatever the assignment says.
  add column renewal boolean not null default false,
  -- The cycle was the person's own choice before; it is again, once nothing covers it.
  add column took_over boolean not null default false;

-- An assignment that is being applied, in batches by the ids of people; each server goes on where another stopped.
create table assignment_runs (
  workspace_id uuid not null,
  assignment_id uuid not null,
  -- That of the assignment which is applied.
  version integer not null,
  -- Also to those who are there already, not only to who joins.
  explicit boolean not null,
  -- Everybody up to this id is done.
  through uuid not null,
  done integer not null default 0,
  total integer not null,
  assigned integer not null default 0,
  touched_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (workspace_id, assignment_id),
  foreign key (workspace_id, assignment_id) references assignments
);
create index assignment_runs_unfinished on assignment_runs (touched_at) where finished_at is null;

create function new_id(at timestamptz) returns uuid language sql volatile parallel safe
return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid;

create function covers(rule assignments, person users) returns boolean language sql immutable parallel safe
return rule.ended_at is null and person.role <> 'auditor' and coalesce(case rule.audience
  when 'user' then rule.user_id = person.id
  when 'department' then rule.department_id = person.department_id
  else rule.role = person.role end, false);

-- Each way in by its own index.
create function audience_of(rule assignments) returns setof users language sql stable as $$
select u.* from users u where u.workspace_id = rule.workspace_id and u.id = rule.user_id and covers(rule, u)
union all
select u.* from users u
where u.workspace_id = rule.workspace_id and u.department_id = rule.department_id and covers(rule, u)
union all
select u.* from users u where u.workspace_id = rule.workspace_id and u.role = rule.role and covers(rule, u)
$$;

-- Whom the assignment covers, and whom it has covered until now. Planned for any workspace: PostgreSQL takes one that it
-- has not analysed yet for empty.
create function people_of(rule assignments, after uuid) returns setof uuid language sql stable
set plan_cache_mode = force_generic_plan as $$
select a.id from audience_of(rule) a where a.id > after
union
select e.user_id from assignment_enrollments l
join enrollments e on e.workspace_id = l.workspace_id and e.id = l.enrollment_id
where l.workspace_id = rule.workspace_id and l.assignment_id = rule.id and l.removed_at is null and e.user_id > after
$$;

create type planned_assignment as (
  assignment_id uuid,
  module_id uuid,
  user_id uuid,
  -- new, renewed: a cycle is opened. joined: another one that is open is covered too. kept: as before.
  -- completed, waived: nothing to do in this cycle. inactive, paused: not while they are inactive.
  -- lost: what is unfinished is taken back. released: covered no more, and nothing is taken back.
  outcome text,
  -- The current cycle, how many there have been, and the last one, where it was taken back.
  enrollment_id uuid,
  cycles integer,
  withdrawn_id uuid,
  due_on date,
  renewal boolean
);

-- By the rules as they are given, which need not be stored yet, all of one workspace. Each person's cycles are looked up by
-- the index of persons: conditions that another index is made for stand where no plan can take it, since plans are made
-- while the tables are empty too.
create function plan_assignments(rules assignments[], people uuid[], at timestamptz, explicit boolean)
returns setof planned_assignment language sql stable as $$
select r.id, r.module_id, u.id, o.outcome, (past.cur).id, coalesce(past.cycles, 0), past.withdrawn_id,
  case
    when o.outcome = 'renewed' then (((past.cur).expires_at - interval '1 millisecond') at time zone w.time_zone)::date
    when past.renewal then past.due_on
    when r.due_days is not null then o.day + r.due_days
    when o.day > r.due_on then o.day + (r.due_on - (r.created_at at time zone w.time_zone)::date)
    else r.due_on end,
  o.outcome = 'renewed' or coalesce(past.renewal, false)
from unnest(rules) r
join workspaces w on w.id = r.workspace_id
join modules m on m.workspace_id = r.workspace_id and m.id = r.module_id
join users u on u.workspace_id = r.workspace_id and u.id = any(people)
left join lateral (
  select (array_agg(e) filter (where e.is_current))[1] as cur, max(e.cycle) as cycles,
    (array_agg(case when e.withdrawn_at is not null then e.id end order by e.cycle desc))[1] as withdrawn_id,
    bool_or(l.assignment_id is not null and l.removed_at is null) as linked,
    max(l.added_at) filter (where e.is_current and l.removed_at is null) as added_at,
    bool_or(l.renewal) filter (where e.is_current and l.removed_at is null) as renewal,
    max(l.due_on) filter (where e.is_current and l.removed_at is null) as due_on
  from enrollments e
  left join assignment_enrollments l on l.workspace_id = e.workspace_id and l.enrollment_id = e.id and l.assignment_id = r.id
  where e.workspace_id = r.workspace_id and e.user_id = u.id and e.module_id = r.module_id
) past on true
cross join lateral (
  select (coalesce(past.added_at, at) at time zone w.time_zone)::date as day, case
    when not covers(r, u) then case
      when past.linked is not true then null
      when past.added_at is null or (past.cur).completed_at is not null or (past.cur).waived_at is not null then 'released'
      when exists (
        select from assignment_enrollments l join assignments a on a.workspace_id = l.workspace_id and a.id = l.assignment_id
        where l.workspace_id = r.workspace_id and l.enrollment_id = (past.cur).id and l.assignment_id <> r.id
          and coalesce(l.removed_at, 'infinity') = 'infinity' and covers(a, u)) then 'released'
      else 'lost' end
    when not u.is_active then case when past.linked then 'paused' else 'inactive' end
    when not (coalesce(past.linked, false) or explicit or r.joiners or r.audience = 'user') then null
    when (past.cur).id is null then 'new'
    when (past.cur).completed_at is null and (past.cur).waived_at is null then
      case when past.added_at is null then 'joined' else 'kept' end
    when r.again and coalesce((past.cur).completed_at, (past.cur).waived_at) < r.created_at then 'new'
    when (past.cur).waived_at is not null then 'waived'
    when past.linked then case
      when m.status = 'published' and (past.cur).expires_at <= at + make_interval(days => r.window_days) then 'renewed'
      else 'completed' end
    when (past.cur).expires_at <= at then 'new'
    else 'completed' end as outcome
  offset 0
) o
where o.outcome is not null
$$;
`);
  }
}
