create or replace function wait_for_writes_of_user() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(user_lock(old.id));
  return new;
end $$;
