import { Migration } from '@mikro-orm/migrations';

/** Stores who copied the link that opened a session, so that the session ends with their access. */
export class HandedSessions extends Migration {
  override up(): void {
    this.addSql('alter table auth_sessions add column handed_by uuid');
    this.addSql('create index auth_sessions_handed_by on auth_sessions (handed_by) where handed_by is not null');
  }
}
