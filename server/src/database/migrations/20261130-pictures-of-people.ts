import { Migration } from '@mikro-orm/migrations';

/** Adds pictures of people, which shared devices can show. */
export class PicturesOfPeople extends Migration {
  override up(): void {
    this.addSql('alter table users add column picture text');
    this.addSql('alter table shared_devices drop constraint shared_devices_shows_check');
    this.addSql(`alter table shared_devices add constraint shared_devices_shows_check
      check (shows in ('name', 'initial', 'picture', 'number'))`);
  }
}
