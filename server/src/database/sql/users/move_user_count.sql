create or replace function move_user_count() returns trigger language plpgsql as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  insert into user_counts
    select new.workspace_id, department_id, role, is_active, people from (values
      (coalesce(old.department_id, nil), old.role, old.is_active, -1),
      (coalesce(new.department_id, nil), new.role, new.is_active, 1)
    ) moves (department_id, role, is_active, people)
    order by 2, 3, 4
    on conflict (workspace_id, department_id, role, is_active)
      do update set people = user_counts.people + excluded.people;
  return null;
end $$;
