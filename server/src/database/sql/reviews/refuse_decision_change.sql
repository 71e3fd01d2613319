create or replace function refuse_decision_change() returns trigger language plpgsql as $$
begin
  raise exception 'a decision is never changed: another one is made after it';
end $$;
