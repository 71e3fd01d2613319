drop trigger if exists appeals_rows_are_kept on appeals;
create trigger appeals_rows_are_kept before delete on appeals
  for each row execute function refuse_appeal_removal();
alter table appeals enable always trigger appeals_rows_are_kept;
