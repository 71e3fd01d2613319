import { Migration } from '@mikro-orm/migrations';

/** Keeps what of a page of changes was requested before an item of it failed, so that nothing is requested twice. */
export class PagesInPart extends Migration {
  override up(): void {
    this.addSql(`alter table drive_change_feeds
      add column fetched text[] not null default '{}',
      add column failing_since timestamptz(3)`);
  }
}
