import { Migration } from '@mikro-orm/migrations';

/** The cycles of a module that were begun last, from which analytics tells which cards and questions fail. */
export class ItemResults extends Migration {
  override up(): void {
    this.addSql(`
create index enrollments_begun on enrollments (workspace_id, module_id, started_at desc) where started_at is not null;
`);
  }
}
