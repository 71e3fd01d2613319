drop trigger if exists appeals_are_not_removed on appeals;
create trigger appeals_are_not_removed before truncate on appeals
  for each statement execute function refuse_appeal_removal();
alter table appeals enable always trigger appeals_are_not_removed;
