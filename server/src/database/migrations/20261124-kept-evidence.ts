import { Migration } from '@mikro-orm/migrations';

/** Refuses to change, delete or truncate the audit log, and what else proves what happened (rules/audit 6). */
export class KeptEvidence extends Migration {
  override up(): void {
    this.addSql(`
-- By statement, because TRUNCATE has no rows; always, so that a session that replicates is refused as well.
drop trigger audit_events_are_kept on audit_events;
create trigger audit_events_are_kept before update or delete or truncate on audit_events
  for each statement execute function refuse_audit_change();
alter table audit_events enable always trigger audit_events_are_kept;
drop trigger audit_chain_is_kept on audit_chain;
create trigger audit_chain_is_kept before update or delete or truncate on audit_chain
  for each statement execute function refuse_audit_change();
alter table audit_chain enable always trigger audit_chain_is_kept;

create trigger grades_are_not_truncated before truncate on grades
  for each statement execute function refuse_grade_change();
create trigger module_revisions_are_not_removed before delete or truncate on module_revisions
  for each statement execute function refuse_change();
`);
  }
}
