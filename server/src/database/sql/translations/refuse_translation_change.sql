create or replace function refuse_translation_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_moved_away(old.workspace_id) then return old; end if;
  raise exception 'an approved translation is never changed: another one is approved after it';
end $$;
