drop trigger if exists plan_checks_anew on modules;
create trigger plan_checks_anew before insert or update of suggestion_id on modules
  for each row when (new.suggestion_id is not null) execute function plan_checks_anew();
