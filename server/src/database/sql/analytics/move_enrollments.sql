create or replace function move_enrollments() returns trigger language plpgsql as $$
begin
  -- Waits for whoever is enrolling them; the update after it sees what they have written.
  perform from users where workspace_id = new.workspace_id and id = new.id for update;
  update enrollments set department_id = new.department_id, is_active = new.is_active
  where workspace_id = new.workspace_id and user_id = new.id and is_current
    and (department_id, is_active) is distinct from (new.department_id, new.is_active);
  return null;
end $$;
