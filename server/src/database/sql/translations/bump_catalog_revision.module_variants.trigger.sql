drop trigger if exists bump_catalog_revision on module_variants;
create constraint trigger bump_catalog_revision after insert or update or delete on module_variants
  deferrable initially deferred for each row execute function bump_catalog_revision();
