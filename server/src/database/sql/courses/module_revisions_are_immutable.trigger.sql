drop trigger if exists module_revisions_are_immutable on module_revisions;
create trigger module_revisions_are_immutable before update on module_revisions
  for each row execute function refuse_change();
alter table module_revisions enable always trigger module_revisions_are_immutable;
