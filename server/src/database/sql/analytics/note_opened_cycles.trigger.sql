drop trigger if exists note_opened_cycles on enrollments;
create trigger note_opened_cycles after insert on enrollments referencing new table as opened
  for each statement execute function note_opened_cycles();
