create or replace function refuse_appeal_removal() returns trigger language plpgsql as $$
begin
  raise exception 'an appeal is never removed';
end $$;
