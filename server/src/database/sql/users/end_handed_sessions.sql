create or replace function end_handed_sessions() returns trigger language plpgsql as $$
begin
  delete from directory.auth_sessions where handed_by = old.id and only_workspace = old.workspace_id;
  return null;
end $$;
