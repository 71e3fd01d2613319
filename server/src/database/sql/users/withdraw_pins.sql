-- Codes end with the role and activity of their person; PINs end with the roles that may have one (rules/sign-in 15, 17).
create or replace function withdraw_pins() returns trigger language plpgsql as $$
begin
  delete from sign_in_codes where workspace_id = new.workspace_id and user_id = new.id;
  if new.role not in ('learner', 'trainer') then
    delete from user_pins where workspace_id = new.workspace_id and id = new.id;
  end if;
  return null;
end $$;
