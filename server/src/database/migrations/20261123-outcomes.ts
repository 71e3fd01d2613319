import { Migration } from '@mikro-orm/migrations';

/** Finds what was decided about a module in the audit log: authors are told why (rules/review 21). */
export class Outcomes extends Migration {
  override up(): void {
    // Of what happens seldom only: each save of a section writes an audit row, and pays nothing for this.
    this.addSql(`
create index audit_events_outcomes on audit_events (workspace_id, subject_id, at, id)
where action in ('module.submitted', 'module.resubmitted', 'module.published', 'module.revised', 'module.rejected',
  'module.withdrawn', 'module.unpublished', 'module.archived', 'module.restored');
`);
  }
}
