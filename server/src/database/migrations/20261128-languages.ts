import { Migration } from '@mikro-orm/migrations';

/** Stores the language that people chose, and the workspace's for those who haven't. */
export class Languages extends Migration {
  override up(): void {
    this.addSql('alter table users add column language text');
    this.addSql("alter table workspaces add column language text not null default 'en'");
  }
}
