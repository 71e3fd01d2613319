-- Open cycles follow from what covers them: until when they are due, and whether anybody owes them at all.
create or replace function recompute_cycles(ws uuid, zone text, planned planned_assignment[], at timestamptz)
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
      select open.id, extended_due(min(l.due_on) filter (where l.removed_at is null), open.extended_on) as due_on
      from (select distinct p.user_id, p.module_id from unnest(planned) p) p
      join lateral last_cycle(ws, p.user_id, p.module_id) open on open.is_current and open.completed_at is null
      join assignment_enrollments l on l.workspace_id = ws and l.enrollment_id = open.id
      group by open.id, open.due_on, open.extended_on, open.source
      having bool_or(l.removed_at is null) and (open.source <> 'assignment'
        or open.due_on is distinct from extended_due(min(l.due_on) filter (where l.removed_at is null), open.extended_on))
    ) covered
    group by covered.due_on
  loop
    update enrollments e
    set source = 'assignment', due_on = moved.due_on, due_at = start_of_day(moved.due_on + 1, zone)
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
