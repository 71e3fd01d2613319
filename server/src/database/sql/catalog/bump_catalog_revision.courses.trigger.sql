drop trigger if exists bump_catalog_revision on courses;
create constraint trigger bump_catalog_revision after insert or update or delete on courses
  deferrable initially deferred for each row execute function bump_catalog_revision();
