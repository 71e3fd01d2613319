create or replace function refuse_evidence_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_moved_away(old.workspace_id) then return old; end if;
  raise exception 'evidence is only appended to';
end $$;
