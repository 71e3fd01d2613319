create or replace function refuse_appeal_removal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_moved_away(old.workspace_id) then return old; end if;
  raise exception 'an appeal is never removed';
end $$;
