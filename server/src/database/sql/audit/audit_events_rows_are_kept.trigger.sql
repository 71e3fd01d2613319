drop trigger if exists audit_events_rows_are_kept on audit_events;
create trigger audit_events_rows_are_kept before delete on audit_events
  for each row execute function refuse_audit_change();
alter table audit_events enable always trigger audit_events_rows_are_kept;
