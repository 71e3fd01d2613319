create or replace function count_users() returns trigger language plpgsql as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if tg_op = 'INSERT' then
    insert into user_counts
      select workspace_id, coalesce(department_id, nil), role, is_active, count(*) from after_rows
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (workspace_id, department_id, role, is_active)
        do update set people = user_counts.people + excluded.people;
  elsif tg_op = 'DELETE' then
    insert into user_counts
      select workspace_id, coalesce(department_id, nil), role, is_active, -count(*) from before_rows
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (workspace_id, department_id, role, is_active)
        do update set people = user_counts.people + excluded.people;
  else
    insert into user_counts
      select workspace_id, coalesce(department_id, nil), role, is_active, sum(n) from (
        select workspace_id, department_id, role, is_active, 1 as n from after_rows
        union all
        select workspace_id, department_id, role, is_active, -1 from before_rows
      ) moves
      group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
      on conflict (workspace_id, department_id, role, is_active)
        do update set people = user_counts.people + excluded.people;
  end if;
  return null;
end $$;
