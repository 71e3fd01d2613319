create or replace function guard_user(workspace uuid, person uuid, its_role text, its_department uuid) returns boolean
language plpgsql as $$
begin
  if person is null then
    return true;
  end if;
  perform pg_advisory_xact_lock_shared(user_lock(person));
  -- A query of its own, which sees what was committed while the lock was waited for.
  return exists (
    select from users
    where workspace_id = workspace and id = person and is_active and role = its_role
      and department_id is not distinct from its_department
  ) or not must_be_here(workspace);
end $$;
