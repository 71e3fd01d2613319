import { Migration } from '@mikro-orm/migrations';

/** Lets workspaces choose how long they keep recordings, transcripts, addresses of leavers and unused sessions. */
export class Retention extends Migration {
  override up(): void {
    this.addSql(`alter table workspaces add column session_days integer not null default 30
        check (session_days between 1 and 30),
      add column recordings_kept_days integer not null default 30 check (recordings_kept_days between 30 and 365),
      add column transcripts_kept_days integer check (transcripts_kept_days between 30 and 3650),
      add column addresses_kept_days integer check (addresses_kept_days between 1 and 3650)`);
    this.addSql(`alter table users drop constraint users_email_or_external_id,
      add constraint users_email_or_external_id check (email is not null or external_id is not null or not is_active)`);
    this.addSql(
      `create index users_left on users (workspace_id, updated_at) where not is_active and email is not null`,
    );
  }
}
