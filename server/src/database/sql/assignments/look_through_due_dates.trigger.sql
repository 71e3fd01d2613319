drop trigger if exists look_through_due_dates on workspaces;
create trigger look_through_due_dates after update of time_zone on workspaces for each row
  when (new.time_zone <> old.time_zone) execute function look_through_due_dates();
