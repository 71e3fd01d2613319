create or replace function start_catalog_revision() returns trigger language plpgsql as $$
begin
  insert into catalog_revisions values (new.id, gen_random_uuid());
  return null;
end $$;
