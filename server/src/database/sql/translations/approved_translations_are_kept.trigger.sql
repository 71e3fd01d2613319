drop trigger if exists approved_translations_are_kept on approved_translations;
create trigger approved_translations_are_kept before update or truncate on approved_translations
  for each statement execute function refuse_translation_change();
alter table approved_translations enable always trigger approved_translations_are_kept;
