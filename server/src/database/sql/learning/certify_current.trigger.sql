drop trigger if exists certify_current on enrollments;
create trigger certify_current after insert on enrollments for each row
  when (not new.is_current and new.completed_at is not null) execute function certify_current();
