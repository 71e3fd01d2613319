create or replace function refuse_translation_change() returns trigger language plpgsql as $$
begin
  raise exception 'an approved translation is never changed: another one is approved after it';
end $$;
