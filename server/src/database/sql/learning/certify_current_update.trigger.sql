drop trigger if exists certify_current_update on enrollments;
create trigger certify_current_update after update on enrollments for each row
  when (not new.is_current and (old.completed_at is null, old.expires_at) is distinct from (new.completed_at is null, new.expires_at))
  execute function certify_current();
