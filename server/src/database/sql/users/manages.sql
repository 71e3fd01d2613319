-- True if someone is among the managers of a person, directly or above. There are at most 20 levels.
create or replace function manages(workspace uuid, manager uuid, person uuid) returns boolean
language sql stable parallel safe as $$
with recursive above as (
  select u.manager_id as id, 1 as level from users u where u.workspace_id = workspace and u.id = person
  union all
  select u.manager_id, a.level + 1 from above a join users u on u.workspace_id = workspace and u.id = a.id
  where a.level < 20
)
select exists (select from above where id = manager)
$$;
