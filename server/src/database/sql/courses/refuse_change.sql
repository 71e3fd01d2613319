-- What is live is exactly what was approved: no revision ever changes.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a published revision cannot be changed';
end $$;
