drop trigger if exists record_opened_cycles on enrollments;
create trigger record_opened_cycles after insert on enrollments referencing new table as opened
  for each statement execute function record_opened_cycles();
