drop trigger if exists completion_evidence_is_kept on completion_evidence;
create trigger completion_evidence_is_kept before update or truncate on completion_evidence
  for each statement execute function refuse_evidence_change();
alter table completion_evidence enable always trigger completion_evidence_is_kept;
