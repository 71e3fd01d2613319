create or replace function assign_person() returns trigger language plpgsql as $$
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
    if new.is_active and not old.is_active then
      perform owe_again(new.workspace_id, array(
        select e.id from enrollments e join unnest(rules) r on r.module_id = e.module_id
        where e.workspace_id = new.workspace_id and e.user_id = new.id and e.is_current), '-infinity', now());
    end if;
  end if;
  return null;
end $$;
