create or replace function count_users() returns trigger language plpgsql as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if tg_op = 'INSERT' then
    insert into user_counts (workspace_id, department_id, role, is_active, people, without_email)
      select workspace_id, coalesce(department_id, nil), role, is_active, count(*), count(*) - count(email)
      from after_rows
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (workspace_id, department_id, role, is_active)
        do update set people = user_counts.people + excluded.people,
          without_email = user_counts.without_email + excluded.without_email;
  elsif tg_op = 'DELETE' then
    insert into user_counts (workspace_id, department_id, role, is_active, people, without_email)
      select workspace_id, coalesce(department_id, nil), role, is_active, -count(*), count(email) - count(*)
      from before_rows
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (workspace_id, department_id, role, is_active)
        do update set people = user_counts.people + excluded.people,
          without_email = user_counts.without_email + excluded.without_email;
  else
    insert into user_counts (workspace_id, department_id, role, is_active, people, without_email)
      select workspace_id, coalesce(department_id, nil), role, is_active, sum(n), sum(m) from (
        select workspace_id, department_id, role, is_active, 1 as n, (email is null)::int as m from after_rows
        union all
        select workspace_id, department_id, role, is_active, -1, -(email is null)::int from before_rows
      ) moves
      group by 1, 2, 3, 4 having sum(n) <> 0 or sum(m) <> 0 order by 1, 2, 3, 4
      on conflict (workspace_id, department_id, role, is_active)
        do update set people = user_counts.people + excluded.people,
          without_email = user_counts.without_email + excluded.without_email;
  end if;
  return null;
end $$;
