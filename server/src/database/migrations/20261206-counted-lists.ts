import { Migration } from '@mikro-orm/migrations';

/** Who is overdue is counted from an index alone: what counts is current, so that it need not be looked at. */
export class CountedLists extends Migration {
  override up(): void {
    this.addSql(`
drop index enrollments_unfinished;
create index enrollments_unfinished on enrollments (workspace_id, due_at)
  include (module_id, department_id, is_active) where counted and completed_at is null and due_at is not null;
`);
  }
}
