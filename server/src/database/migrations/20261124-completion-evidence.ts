import { Migration } from '@mikro-orm/migrations';

/** Records the evidence of a completion as it was when the audit log bound it (rules/evidence 6). */
export class CompletionEvidence extends Migration {
  override up(): void {
    this.addSql(`
create table completion_evidence (
  workspace_id uuid not null,
  enrollment_id uuid not null,
  -- The newest counts: a grade that is changed later gives another one.
  number integer not null check (number > 0),
  -- The event whose changes have the SHA-256 of the text.
  event_at timestamptz(3) not null,
  event_id uuid not null,
  -- Its very bytes in UTF-8: no type that would write it differently one day.
  evidence text not null,
  primary key (workspace_id, enrollment_id, number),
  foreign key (workspace_id, enrollment_id) references enrollments
);
create function refuse_evidence_change() returns trigger language plpgsql as $$
begin
  raise exception 'evidence is only appended to';
end $$;
create trigger completion_evidence_is_kept before update or delete or truncate on completion_evidence
  for each statement execute function refuse_evidence_change();
create index audit_events_of_evidence on audit_events (workspace_id, (changes ->> 'enrollment_id'))
  where action in ('learner.module_completed', 'learner.evidence_recorded');
`);
  }
}
