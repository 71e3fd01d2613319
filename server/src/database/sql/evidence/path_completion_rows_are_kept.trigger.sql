drop trigger if exists path_completion_rows_are_kept on path_completions;
create trigger path_completion_rows_are_kept before delete on path_completions
  for each row execute function refuse_evidence_change();
alter table path_completions enable always trigger path_completion_rows_are_kept;
