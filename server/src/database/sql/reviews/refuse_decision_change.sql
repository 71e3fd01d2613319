create or replace function refuse_decision_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_moved_away(old.workspace_id) then return old; end if;
  raise exception 'a decision is never changed: another one is made after it';
end $$;
