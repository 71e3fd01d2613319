import { Migration } from '@mikro-orm/migrations';

/** What was assigned and graded lately is found at hardly any cost to a write: rows lie in the order of their times. */
export class LearnerNews extends Migration {
  override up(): void {
    this.addSql(`
create index enrollments_by_assignment on enrollments using brin (assigned_at);
create index grades_by_time on grades using brin (at);
`);
  }
}
