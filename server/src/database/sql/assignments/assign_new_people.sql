-- For fifty who are alike at a time: a request can create hundreds. These are planned anew, because what a connection
-- planned while the tables were empty reads the whole workspace for each person.
create or replace function assign_new_people() returns trigger language plpgsql as $$
declare
  alike record;
  rules assignments[];
begin
  for alike in
    select u.workspace_id, u.role, u.department_id, array_agg(u.id order by u.id) as people from after_rows u
    where u.is_active group by u.workspace_id, u.role, u.department_id
    order by u.workspace_id, u.role, u.department_id
  loop
    perform pg_advisory_xact_lock_shared(assignments_lock(alike.workspace_id));
    select array_agg(a) into rules from assignments a
    where a.workspace_id = alike.workspace_id and a.ended_at is null and (
      (a.audience = 'role' and a.role = alike.role)
      or (a.audience = 'department' and a.department_id = alike.department_id));
    if rules is not null then
      for n in 1 .. cardinality(alike.people) by 50 loop
        if cardinality(alike.people) > 1 then
          discard plans;
        end if;
        perform apply_assignments(rules, alike.people[n:n + 49], now(), false);
      end loop;
    end if;
  end loop;
  return null;
end $$;
