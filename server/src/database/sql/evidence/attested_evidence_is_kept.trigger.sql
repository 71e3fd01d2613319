drop trigger if exists attested_evidence_is_kept on attested_evidence;
create trigger attested_evidence_is_kept before update or truncate on attested_evidence
  for each statement execute function refuse_evidence_change();
alter table attested_evidence enable always trigger attested_evidence_is_kept;
