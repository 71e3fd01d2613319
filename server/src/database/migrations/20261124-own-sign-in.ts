import { Migration } from '@mikro-orm/migrations';

/** Removes columns that only better-auth wrote, and its table of accounts: an identity is an email (decision 003). */
export class OwnSignIn extends Migration {
  override up(): void {
    this.addSql('drop table auth_accounts');
    this.addSql(`alter table identities
      drop column name, drop column email_verified, drop column image, drop column updated_at`);
    this.addSql(`alter table auth_sessions
      drop column ip_address, drop column user_agent, drop column updated_at`);
    this.addSql('alter table auth_verifications drop column updated_at');
  }
}
