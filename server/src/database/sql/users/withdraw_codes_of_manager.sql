-- A manager sees their team, so who created their code may not have been allowed to (rules/sign-in 17).
create or replace function withdraw_codes_of_manager() returns trigger language plpgsql as $$
begin
  delete from sign_in_codes where workspace_id = new.workspace_id and user_id = new.manager_id;
  return null;
end $$;
