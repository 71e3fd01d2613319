import { Migration } from '@mikro-orm/migrations';

/** Adds devices that people share, and their sessions. */
export class SharedDevices extends Migration {
  override up(): void {
    this.addSql('alter table workspaces add column shared_devices boolean not null default false');
    this.addSql(`create table shared_devices (
      workspace_id uuid not null references workspaces (id),
      id uuid not null,
      name text not null,
      shows text not null check (shows in ('name', 'initial', 'number')),
      department_id uuid,
      manager_id uuid,
      created_at timestamp(3) with time zone not null,
      created_by_name text not null,
      code_hash text,
      code_expires_at timestamp(3) with time zone,
      token_hash text,
      set_up_at timestamp(3) with time zone,
      used_at timestamp(3) with time zone,
      primary key (workspace_id, id),
      unique (workspace_id, code_hash),
      unique (workspace_id, token_hash),
      check (department_id is null or manager_id is null),
      foreign key (workspace_id, department_id) references departments (workspace_id, id) on delete cascade,
      foreign key (workspace_id, manager_id) references users (workspace_id, id)
    )`);
    for (const column of ['code_hash', 'token_hash']) {
      this.addSql(`create index shared_devices_${column} on shared_devices (${column}) where ${column} is not null`);
    }
    this.addSql('alter table directory.auth_sessions add column device_id uuid');
  }
}
