import { Migration } from '@mikro-orm/migrations';

/** Stores the HR system's number of each person, and lets workspaces have people without an e-mail address. */
export class ExternalIds extends Migration {
  override up(): void {
    this.addSql('alter table workspaces add column people_without_email boolean not null default false');
    this.addSql('alter table users add column external_id text, alter column email drop not null');
    this.addSql(`alter table users add constraint users_email_or_external_id
      check (email is not null or external_id is not null)`);
    this.addSql(`create unique index users_external_id on users (workspace_id, external_id)
      where external_id is not null`);
    this.addSql('alter table user_counts add column without_email integer not null default 0');
  }
}
