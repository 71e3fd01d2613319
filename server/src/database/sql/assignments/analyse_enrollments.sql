create or replace function analyse_enrollments() returns void language plpgsql as $$
begin
  analyze enrollments, assignment_enrollments;
end $$;
