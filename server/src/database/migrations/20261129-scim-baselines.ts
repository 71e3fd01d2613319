import { Migration } from '@mikro-orm/migrations';

/** Keeps what a provider read before it changed someone in a rehearsal, so that changes of the console stay. */
export class ScimBaselines extends Migration {
  override up(): void {
    this.addSql(`alter table scim_people add column baseline jsonb`);
  }
}
