import { Migration } from '@mikro-orm/migrations';

/** Who has written a section last, so that whoever writes the same sees a name. */
export class SectionWriters extends Migration {
  override up(): void {
    this.addSql('alter table sections add column saved_by uuid, add column saved_by_name text');
  }
}
