drop trigger if exists review_decisions_rows_are_kept on review_decisions;
create trigger review_decisions_rows_are_kept before delete on review_decisions
  for each row execute function refuse_decision_change();
alter table review_decisions enable always trigger review_decisions_rows_are_kept;
