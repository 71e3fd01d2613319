drop trigger if exists record_module_stat_change_update on enrollments;
create trigger record_module_stat_change_update after update on enrollments for each row
  when ((old.counted or new.counted)
  and (old.counted, old.is_active, old.department_id, old.assigned_at, old.started_at is null, old.completed_at, old.attested_id is null, old.overdue,
      old.attempts > 0, old.passed, old.best_score, old.certificate, old.certified_until)
    is distinct from (new.counted, new.is_active, new.department_id, new.assigned_at, new.started_at is null,
      new.completed_at, new.attested_id is null, new.overdue, new.attempts > 0, new.passed, new.best_score, new.certificate, new.certified_until)) execute function record_module_stat_change();
