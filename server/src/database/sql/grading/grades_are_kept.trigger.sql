drop trigger if exists grades_are_kept on grades;
create trigger grades_are_kept before update or delete on grades
  for each row execute function refuse_grade_change();
alter table grades enable always trigger grades_are_kept;
