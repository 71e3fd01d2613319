create or replace function wait_for_writes_of_person() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(person_lock(old.id));
  return new;
end $$;
