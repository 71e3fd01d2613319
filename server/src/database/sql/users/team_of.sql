-- People below a manager: with one level those who report to them, with more those below, too.
create or replace function team_of(workspace uuid, manager uuid, levels integer) returns table (id uuid)
language sql stable parallel safe rows 100 as $$
with recursive below as (
  select u.id, 1 as level from users u where u.workspace_id = workspace and u.manager_id = manager
  union all
  select u.id, b.level + 1 from below b join users u on u.workspace_id = workspace and u.manager_id = b.id
  where b.level < levels
)
select below.id from below
$$;
