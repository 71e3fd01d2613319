drop trigger if exists start_catalog_revision on workspaces;
create trigger start_catalog_revision after insert on workspaces
  for each row execute function start_catalog_revision();
