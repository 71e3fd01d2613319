-- For fifty who changed alike at a time, planned anew, as for new people.
create or replace function assign_changed_people() returns trigger language plpgsql as $$
declare
  alike record;
  alone uuid[];
  together uuid[];
  people uuid[];
  rules assignments[];
  locked uuid;
begin
  for alike in
    -- A full join, because it is never planned as a loop within a loop.
    select u.workspace_id, o.role as old_role, u.role, o.department_id as old_department_id, u.department_id,
      u.is_active and not o.is_active as is_back, array_agg(u.id order by u.id) as people
    from before_rows o full join after_rows u on u.workspace_id = o.workspace_id and u.id = o.id
    where (u.role, u.department_id) is distinct from (o.role, o.department_id) or (u.is_active and not o.is_active)
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  loop
    perform pg_advisory_xact_lock_shared(assignments_lock(alike.workspace_id));
    -- People with assignments of their own are planned alone, the others together.
    alone := array(
      select distinct a.user_id from assignments a
      where a.workspace_id = alike.workspace_id and a.ended_at is null and a.audience = 'user' and a.user_id = any(alike.people)
      order by 1);
    together := array(select p from unnest(alike.people) p where p <> all(alone) order by p);
    for people in
      select together[n:n + 49] from generate_series(1, cardinality(together), 50) n
      union all select array[p] from unnest(alone) p
    loop
      select array_agg(a) into rules from assignments a
      where a.workspace_id = alike.workspace_id and a.ended_at is null and (
        (a.audience = 'user' and a.user_id = any(people))
        or (a.audience = 'role' and a.role in (alike.role, alike.old_role))
        or (a.audience = 'department' and a.department_id in (alike.department_id, alike.old_department_id)));
      continue when rules is null;
      if locked is distinct from alike.workspace_id then
        -- Waits for whoever is assigning them something; what they have written is seen from here on. All are locked
        -- in one order, however they are grouped.
        locked := alike.workspace_id;
        perform from users u where u.workspace_id = locked
          and u.id = any(array(select r.id from after_rows r where r.workspace_id = locked)) order by u.id for update;
      end if;
      if cardinality(people) > 1 then
        discard plans;
      end if;
      perform apply_assignments(rules, people, now(), false);
      if alike.is_back then
        perform owe_again(alike.workspace_id, array(
          select e.id from enrollments e join unnest(rules) r on r.module_id = e.module_id
          where e.workspace_id = alike.workspace_id and e.user_id = any(people) and e.is_current), '-infinity', now());
      end if;
    end loop;
  end loop;
  return null;
end $$;
