drop trigger if exists audit_events_are_kept on audit_events;
create trigger audit_events_are_kept before update or truncate on audit_events
  for each statement execute function refuse_audit_change();
alter table audit_events enable always trigger audit_events_are_kept;
