create or replace function refuse_grade_change() returns trigger language plpgsql as $$
begin
  raise exception 'a grade is never changed: another one is given after it';
end $$;
