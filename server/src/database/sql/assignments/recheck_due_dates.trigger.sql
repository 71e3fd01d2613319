drop trigger if exists recheck_due_dates on workspaces;
create trigger recheck_due_dates after update of time_zone on workspaces for each row
  when (new.time_zone <> old.time_zone) execute function recheck_due_dates();
