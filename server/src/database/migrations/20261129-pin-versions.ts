import { Migration } from '@mikro-orm/migrations';

/** Adds the PIN that opened a session, and the device on which a person tried last. */
export class PinVersions extends Migration {
  override up(): void {
    this.addSql('alter table directory.auth_sessions add column pin_version integer');
    this.addSql('alter table directory.sign_in_pauses add column tried_on text');
  }
}
