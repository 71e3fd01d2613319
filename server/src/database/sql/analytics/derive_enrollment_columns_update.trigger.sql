drop trigger if exists derive_enrollment_columns_update on enrollments;
create trigger derive_enrollment_columns_update before update on enrollments for each row
  when ((old.is_current, old.source, old.waived_at, old.due_at, old.completed_at, old.expires_at, old.attempts > 0,
      old.best_score, old.overdue, old.certificate, old.certified_until)
    is distinct from (new.is_current, new.source, new.waived_at, new.due_at, new.completed_at, new.expires_at,
      new.attempts > 0, new.best_score, new.overdue, new.certificate, new.certified_until))
  execute function derive_enrollment_columns();
