-- Answers how many were assigned. All of it can be repeated: what is done already changes nothing. It is planned for any
-- workspace and by index only, foreign keys too: PostgreSQL takes a workspace that it has not analysed yet for empty, and
-- would read the whole of it for each person.
create or replace function apply_assignments(rules assignments[], people uuid[], at timestamptz, explicit boolean)
returns integer language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_material = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  ws uuid := rules[1].workspace_id;
  zone text := (select w.time_zone from workspaces w where w.id = ws);
  planned planned_assignment[];
  closed uuid[];
begin
  -- Whoever is being moved has been, or waits and then finds what is written here. Always in the same order.
  perform from users u where u.workspace_id = ws and u.id = any(people) order by u.id for key share;
  perform from enrollments e
    where e.workspace_id = ws and e.user_id = any(people)
      and e.module_id = any(array(select r.module_id from unnest(rules) r))
    order by e.user_id, e.module_id, e.cycle for no key update;
  planned := array(
    select p from plan_assignments(rules, people, at, explicit) p
    where p.outcome not in ('inactive', 'paused') order by p.user_id, p.module_id);
  if cardinality(planned) = 0 then
    return 0;
  end if;

  closed := array(select p.enrollment_id from unnest(planned) p
    where p.outcome in ('new', 'renewed') and p.enrollment_id is not null);
  update enrollments e set is_current = false where e.workspace_id = ws and e.id = any(closed);

  -- Who comes back goes on where they were.
  update enrollments e set is_current = true, withdrawn_at = null
  where e.workspace_id = ws and e.id = any(array(
    select p.withdrawn_id from unnest(planned) p where p.outcome in ('new', 'renewed')));

  insert into enrollments (workspace_id, id, user_id, module_id, cycle, assigned_at, due_on, due_at)
  select ws, new_id(at), p.user_id, p.module_id, max(p.cycles) + 1, at, min(p.due_on),
    start_of_day(min(p.due_on) + 1, zone)
  from unnest(planned) p
  where p.outcome in ('new', 'renewed') and p.withdrawn_id is null
  group by p.user_id, p.module_id order by p.user_id, p.module_id
  -- The person began from the library at this moment: theirs is covered, below.
  on conflict do nothing;

  insert into assignment_enrollments as l
    (workspace_id, assignment_id, enrollment_id, added_at, due_on, renewal, took_over)
  select ws, p.assignment_id, e.id, at, p.due_on, p.renewal, e.source = 'library' and e.completed_at is null
  from unnest(planned) p join lateral last_cycle(ws, p.user_id, p.module_id) e on e.is_current
  where p.outcome not in ('lost', 'released')
  on conflict (workspace_id, enrollment_id, assignment_id) do update
    set removed_at = null, due_on = excluded.due_on, renewal = excluded.renewal, took_over = l.took_over or excluded.took_over,
      added_at = case when l.removed_at is null then l.added_at else excluded.added_at end
    where l.removed_at is not null or l.due_on is distinct from excluded.due_on;

  -- What else covered the cycle before covers the next one too.
  insert into assignment_enrollments (workspace_id, assignment_id, enrollment_id, added_at, due_on, renewal)
  select ws, former.assignment_id, e.id, at, e.due_on, true
  from assignment_enrollments former
  cross join lateral (
    select p.user_id, p.module_id from unnest(planned) p where p.enrollment_id = former.enrollment_id limit 1) p
  join lateral last_cycle(ws, p.user_id, p.module_id) e on e.is_current
  where former.workspace_id = ws and former.enrollment_id = any(closed)
    and coalesce(former.removed_at, 'infinity') = 'infinity'
  on conflict do nothing;

  perform recompute_cycles(ws, zone, planned, at);
  return (select count(distinct p.user_id) from unnest(planned) p where p.outcome in ('new', 'renewed', 'joined'));
end $$;
