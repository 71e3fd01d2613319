drop trigger if exists module_revisions_rows_are_kept on module_revisions;
create trigger module_revisions_rows_are_kept before delete on module_revisions
  for each row execute function refuse_change();
alter table module_revisions enable always trigger module_revisions_rows_are_kept;
