drop trigger if exists plan_checks_anew on suggestions;
create trigger plan_checks_anew before insert or update of duplicate_of, superseded_by on suggestions
  for each row when (new.duplicate_of is not null or new.superseded_by is not null) execute function plan_checks_anew();
