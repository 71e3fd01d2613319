-- What is live is exactly what was approved: no revision ever changes.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_moved_away(old.workspace_id) then return old; end if;
  raise exception 'a published revision cannot be changed';
end $$;
