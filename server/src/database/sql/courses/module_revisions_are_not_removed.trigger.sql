drop trigger if exists module_revisions_are_not_removed on module_revisions;
create trigger module_revisions_are_not_removed before truncate on module_revisions
  for each statement execute function refuse_change();
alter table module_revisions enable always trigger module_revisions_are_not_removed;
