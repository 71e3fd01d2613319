drop trigger if exists completion_evidence_rows_are_kept on completion_evidence;
create trigger completion_evidence_rows_are_kept before delete on completion_evidence
  for each row execute function refuse_evidence_change();
alter table completion_evidence enable always trigger completion_evidence_rows_are_kept;
