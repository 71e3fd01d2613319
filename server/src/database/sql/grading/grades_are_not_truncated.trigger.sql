drop trigger if exists grades_are_not_truncated on grades;
create trigger grades_are_not_truncated before truncate on grades
  for each statement execute function refuse_grade_change();
alter table grades enable always trigger grades_are_not_truncated;
