import { Migration } from '@mikro-orm/migrations';

/** Extends one person's due date, and indexes what the figures of analytics look back on. */
export class TrainingActions extends Migration {
  override up(): void {
    this.addSql('alter table enrollments add column extended_on date');
    this.addSql(`create index enrollments_by_due on enrollments (workspace_id, due_at)
      include (completed_at, user_id, module_id) where completed_at is not null and due_at is not null`);
    this.addSql(`create index enrollments_by_expiry on enrollments (workspace_id, expires_at)
      include (completed_at, user_id, module_id, cycle, is_current) where completed_at is not null and expires_at is not null`);
  }
}
