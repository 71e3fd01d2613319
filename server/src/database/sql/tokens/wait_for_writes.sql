create or replace function wait_for_writes() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(token_lock(old.id));
  return new;
end $$;
