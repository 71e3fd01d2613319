create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_moved_away(old.workspace_id) then return old; end if;
  raise exception 'the audit log is only appended to';
end $$;
