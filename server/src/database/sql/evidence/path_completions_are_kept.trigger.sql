drop trigger if exists path_completions_are_kept on path_completions;
create trigger path_completions_are_kept before update or truncate on path_completions
  for each statement execute function refuse_evidence_change();
alter table path_completions enable always trigger path_completions_are_kept;
