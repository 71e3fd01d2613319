-- Each period of a person with a manager, numbered and without overlap, though clocks of servers differ. The menu of
-- whoever begins or ends to manage changes.
create or replace function record_manager() returns trigger language plpgsql as $$
declare
  last user_managers;
  changed_at timestamptz;
begin
  perform publish(concat(new.workspace_id, '/inbox/', manager)) from (
    select new.manager_id as manager union select case when tg_op = 'UPDATE' then old.manager_id end) managers
    where manager is not null;
  select * into last from user_managers p
    where p.workspace_id = new.workspace_id and p.user_id = new.id order by p.number desc limit 1;
  changed_at := greatest(new.updated_at, last.from_at, last.until_at);
  update user_managers p set until_at = changed_at
    where p.workspace_id = new.workspace_id and p.user_id = new.id and p.number = last.number and p.until_at is null;
  if new.manager_id is not null then
    insert into user_managers (workspace_id, user_id, number, manager_id, from_at)
      values (new.workspace_id, new.id, coalesce(last.number, 0) + 1, new.manager_id, changed_at);
  end if;
  return null;
end $$;
