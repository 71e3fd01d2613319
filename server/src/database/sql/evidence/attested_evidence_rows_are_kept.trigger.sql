drop trigger if exists attested_evidence_rows_are_kept on attested_evidence;
create trigger attested_evidence_rows_are_kept before delete on attested_evidence
  for each row execute function refuse_evidence_change();
alter table attested_evidence enable always trigger attested_evidence_rows_are_kept;
