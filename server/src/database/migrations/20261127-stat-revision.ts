import { Migration } from '@mikro-orm/migrations';

/** Counts how often the stored counts of a workspace were written, so that unchanged answers can be reused. */
export class StatRevision extends Migration {
  override up(): void {
    this.addSql('alter table module_stat_clocks add column revision bigint not null default 0');
  }
}
