drop trigger if exists certify_current_delete on enrollments;
create trigger certify_current_delete after delete on enrollments for each row
  when (old.completed_at is not null) execute function certify_current();
