import { Migration } from '@mikro-orm/migrations';

/** What is planned is done, by one function, in whatever transaction makes it due (decisions/032). */
export class AssignmentChanges extends Migration {
  override up(): void {
    this.addSql(`
-- Of a workspace: held shared by who changes a person, and alone by who changes an assignment, until they commit. So each
-- of the two sees what the other has done.
create function assignments_lock(workspace uuid) returns bigint language sql immutable parallel safe
return hashtextextended('assignments ' || workspace::text, 0);

-- The cycle of a person and a module that is current, or else the last one; by the index of persons.
create function last_cycle(ws uuid, person uuid, module uuid) returns setof enrollments language sql stable as $$
select e.* from enrollments e where e.workspace_id = ws and e.user_id = person and e.module_id = module
order by e.is_current desc, e.cycle desc limit 1
$$;

-- Answers how many were assigned. All of it can be repeated: what is done already changes nothing. It is planned for any
-- workspace and by index only, foreign keys too: PostgreSQL takes a workspace that it has not analysed yet for empty, and
-- would read the whole of it for each person.
create function apply_assignments(rules assignments[], people uuid[], at timestamptz, explicit boolean)
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
    (min(p.due_on) + 1)::timestamp at time zone zone
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

  perform settle_cycles(ws, zone, planned, at);
  return (select count(distinct p.user_id) from unnest(planned) p where p.outcome in ('new', 'renewed', 'joined'));
end $$;

-- Open cycles follow from what covers them: until when they are due, and whether anybody owes them at all.
create function settle_cycles(ws uuid, zone text, planned planned_assignment[], at timestamptz)
returns void language plpgsql as $$
declare
  moved record;
  lost record;
  uncovered uuid[];
begin
  for lost in
    select p.assignment_id, p.module_id, array_agg(p.user_id) as people from unnest(planned) p
    where p.outcome in ('lost', 'released') group by p.assignment_id, p.module_id
  loop
    update assignment_enrollments l set removed_at = at
    where l.workspace_id = ws and l.assignment_id = lost.assignment_id
      and coalesce(l.removed_at, 'infinity') = 'infinity' and l.enrollment_id = any(array(
        select e.id from enrollments e
        where e.workspace_id = ws and e.user_id = any(lost.people) and e.module_id = lost.module_id));
  end loop;

  for moved in
    select covered.due_on, array_agg(covered.id) as ids
    from (
      select open.id, min(l.due_on) filter (where l.removed_at is null) as due_on
      from (select distinct p.user_id, p.module_id from unnest(planned) p) p
      join lateral last_cycle(ws, p.user_id, p.module_id) open on open.is_current and open.completed_at is null
      join assignment_enrollments l on l.workspace_id = ws and l.enrollment_id = open.id
      group by open.id, open.due_on, open.source
      having bool_or(l.removed_at is null) and (open.source <> 'assignment'
        or open.due_on is distinct from min(l.due_on) filter (where l.removed_at is null))
    ) covered
    group by covered.due_on
  loop
    update enrollments e
    set source = 'assignment', due_on = moved.due_on, due_at = (moved.due_on + 1)::timestamp at time zone zone
    where e.workspace_id = ws and e.id = any(moved.ids);
  end loop;

  if lost is null then
    return;
  end if;

  uncovered := array(
    select e.id
    from (select distinct p.user_id, p.module_id from unnest(planned) p where p.outcome in ('lost', 'released')) p
    join lateral last_cycle(ws, p.user_id, p.module_id) e
      on e.is_current and e.completed_at is null and e.waived_at is null and e.source = 'assignment'
    join assignment_enrollments l on l.workspace_id = ws and l.enrollment_id = e.id
    group by e.id having bool_and(l.removed_at is not null));
  -- Their own choice before: it is again.
  update enrollments e set source = 'library', due_on = null, due_at = null
  where e.workspace_id = ws and e.id = any(uncovered) and exists (
    select from assignment_enrollments l where l.workspace_id = ws and l.enrollment_id = e.id and l.took_over);
  update enrollments e set is_current = false, withdrawn_at = at
  where e.workspace_id = ws and e.id = any(uncovered) and e.source = 'assignment';

  -- The completion before counts again.
  update enrollments e set is_current = true
  where e.workspace_id = ws and e.id = any(array(
    select done.id
    from (select distinct p.user_id, p.module_id from unnest(planned) p where p.outcome in ('lost', 'released')) p
    join lateral last_cycle(ws, p.user_id, p.module_id) cur on not cur.is_current
    cross join lateral (
      select c.id from enrollments c
      where c.workspace_id = ws and c.user_id = p.user_id and c.module_id = p.module_id
        and coalesce(c.completed_at, 'infinity') < 'infinity'
      order by c.cycle desc limit 1
    ) done));
end $$;

create function analyse_enrollments() returns void language plpgsql as $$
begin
  analyze enrollments, assignment_enrollments;
end $$;

create function assign_person() returns trigger language plpgsql as $$
declare
  rules assignments[];
begin
  perform pg_advisory_xact_lock_shared(assignments_lock(new.workspace_id));
  if not exists (select from assignments a where a.workspace_id = new.workspace_id and a.ended_at is null) then
    return null;
  end if;
  select array_agg(a) into rules from assignments a
  where a.workspace_id = new.workspace_id and a.ended_at is null and (
    (a.audience = 'user' and a.user_id = new.id)
    or (a.audience = 'role' and a.role in (new.role, old.role))
    or (a.audience = 'department' and a.department_id in (new.department_id, old.department_id)));
  if rules is not null then
    -- Waits for whoever is assigning them something; what they have written is seen from here on.
    perform from users u where u.workspace_id = new.workspace_id and u.id = new.id for update;
    perform apply_assignments(rules, array[new.id], now(), false);
  end if;
  return null;
end $$;
create trigger assign_new_person after insert on users for each row
  when (new.is_active) execute function assign_person();
-- Whoever is deactivated keeps everything as it is, and goes on with it once they are back.
create trigger assign_changed_person after update of role, department_id, is_active on users for each row
  when ((new.role, new.department_id) is distinct from (old.role, old.department_id) or (new.is_active and not old.is_active))
  execute function assign_person();
`);
  }
}
