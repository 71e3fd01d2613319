import { Migration } from '@mikro-orm/migrations';

/** Adds shifts of people, by which shared devices can list who is at work. */
export class Shifts extends Migration {
  override up(): void {
    this.addSql(`create table shifts (
      workspace_id uuid not null references workspaces (id),
      user_id uuid not null,
      starts_at timestamp(3) with time zone not null,
      ends_at timestamp(3) with time zone not null,
      primary key (workspace_id, user_id, starts_at),
      check (ends_at > starts_at),
      foreign key (workspace_id, user_id) references users (workspace_id, id)
    )`);
    this.addSql('create index shifts_starts_at on shifts (workspace_id, starts_at)');
    this.addSql(`alter table shared_devices add column lists text not null default 'everyone'
      check (lists in ('everyone', 'on_shift'))`);
  }
}
