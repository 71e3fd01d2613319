import { Migration } from '@mikro-orm/migrations';

/** Lets workspaces choose what managers may do, and when they are told of overdue training. */
export class ManagerSettings extends Migration {
  override up(): void {
    this.addSql(`alter table workspaces add column managers_may_excuse boolean not null default false,
      add column due_soon_days integer not null default 7 check (due_soon_days between 1 and 60),
      add column manager_told_days integer default 0 check (manager_told_days between 0 and 365),
      add column next_manager_told_days integer default 14 check (next_manager_told_days between 0 and 365)`);
  }
}
