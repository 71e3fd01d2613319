import { Migration } from '@mikro-orm/migrations';

/** What became of a module, in order: by it the audit log finds which saves stand in one line. */
export class AuditFolds extends Migration {
  override up(): void {
    this.addSql(`
create index audit_events_of_modules on audit_events (workspace_id, subject_id, at, id) where action like 'module.%';
`);
  }
}
