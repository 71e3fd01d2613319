import { Migration } from '@mikro-orm/migrations';

/** Stores each person's manager, and who it was when. */
export class Managers extends Migration {
  override up(): void {
    this.addSql('alter table users add column manager_id uuid');
    this.addSql(`alter table users add constraint users_manager
        foreign key (workspace_id, manager_id) references users (workspace_id, id),
      add constraint users_not_own_manager check (manager_id <> id)`);
    this.addSql(`create index users_of_manager on users (workspace_id, manager_id, created_at, id)
      where manager_id is not null`);
    this.addSql(`create table user_managers (
      workspace_id uuid not null,
      user_id uuid not null,
      number integer not null check (number > 0),
      manager_id uuid not null,
      from_at timestamp(3) with time zone not null,
      until_at timestamp(3) with time zone,
      primary key (workspace_id, user_id, number),
      foreign key (workspace_id, user_id) references users (workspace_id, id),
      foreign key (workspace_id, manager_id) references users (workspace_id, id),
      check (until_at >= from_at)
    )`);
  }
}
