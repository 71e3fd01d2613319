drop trigger if exists approved_translations_rows_are_kept on approved_translations;
create trigger approved_translations_rows_are_kept before delete on approved_translations
  for each row execute function refuse_translation_change();
alter table approved_translations enable always trigger approved_translations_rows_are_kept;
