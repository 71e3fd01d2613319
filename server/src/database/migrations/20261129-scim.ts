import { Migration } from '@mikro-orm/migrations';

/** Stores connections of identity providers over SCIM, and the people and groups that each of them provisions. */
export class Scim extends Migration {
  override up(): void {
    this.addSql(`alter table workspaces add column scim_brake_percent integer not null default 5
      check (scim_brake_percent between 1 and 100)`);
    this.addSql(`create table scim_connections (
      workspace_id uuid not null references workspaces (id),
      id uuid not null,
      name text not null,
      state text not null check (state in ('rehearsal', 'on', 'stopped')),
      state_since timestamp(3) with time zone not null,
      stopped_because text check (stopped_because in ('share', 'last_super_admin')),
      agreed_until timestamp(3) with time zone,
      created_at timestamp(3) with time zone not null,
      primary key (workspace_id, id),
      check ((state = 'stopped') = (stopped_because is not null))
    )`);
    this.addSql(`alter table api_tokens add column scim_connection_id uuid,
      add constraint api_tokens_scim_connection foreign key (workspace_id, scim_connection_id)
        references scim_connections (workspace_id, id)`);
    this.addSql(`create index api_tokens_of_connection on api_tokens (workspace_id, scim_connection_id)
      where scim_connection_id is not null`);
    this.addSql(`create table scim_people (
      workspace_id uuid not null,
      connection_id uuid not null,
      id uuid not null,
      user_name_key text not null,
      external_id text,
      email text,
      resource jsonb not null,
      is_pending boolean not null,
      applied_at timestamp(3) with time zone,
      role_given text,
      department_given uuid,
      ended_at timestamp(3) with time zone,
      deleted_at timestamp(3) with time zone,
      created_at timestamp(3) with time zone not null,
      updated_at timestamp(3) with time zone not null,
      primary key (workspace_id, connection_id, id),
      foreign key (workspace_id, connection_id) references scim_connections (workspace_id, id)
    )`);
    this.addSql(`create unique index scim_people_user_name on scim_people (workspace_id, connection_id, user_name_key)
      where deleted_at is null`);
    this.addSql('create index scim_people_email on scim_people (workspace_id, connection_id, email)');
    this.addSql('create index scim_people_external_id on scim_people (workspace_id, connection_id, external_id)');
    this.addSql(`create index scim_people_pending on scim_people (workspace_id, connection_id, id) where is_pending`);
    this.addSql(`create index scim_people_ended on scim_people (workspace_id, connection_id, ended_at)
      where ended_at is not null`);
    this.addSql(`create table scim_groups (
      workspace_id uuid not null,
      connection_id uuid not null,
      id uuid not null,
      name text not null,
      external_id text,
      role text,
      department_id uuid,
      created_at timestamp(3) with time zone not null,
      updated_at timestamp(3) with time zone not null,
      primary key (workspace_id, connection_id, id),
      foreign key (workspace_id, connection_id) references scim_connections (workspace_id, id),
      foreign key (workspace_id, department_id) references departments (workspace_id, id)
        on delete set null (department_id)
    )`);
    this.addSql(`create unique index scim_groups_name on scim_groups (workspace_id, connection_id, lower(name))`);
    this.addSql('create index scim_groups_department on scim_groups (workspace_id, department_id)');
    this.addSql(`create table scim_group_members (
      workspace_id uuid not null,
      connection_id uuid not null,
      group_id uuid not null,
      person_id uuid not null,
      primary key (workspace_id, connection_id, group_id, person_id),
      foreign key (workspace_id, connection_id, group_id) references scim_groups (workspace_id, connection_id, id)
        on delete cascade,
      foreign key (workspace_id, connection_id, person_id) references scim_people (workspace_id, connection_id, id)
    )`);
    this.addSql(`create index scim_groups_of_person on scim_group_members
      (workspace_id, connection_id, person_id)`);
    this.addSql(`create table scim_requests (
      workspace_id uuid not null,
      id uuid not null,
      connection_id uuid not null,
      at timestamp(3) with time zone not null,
      operation text not null,
      status integer not null,
      detail text,
      primary key (workspace_id, id),
      foreign key (workspace_id, connection_id) references scim_connections (workspace_id, id)
    )`);
    this.addSql('create index scim_requests_latest on scim_requests (workspace_id, connection_id, at desc, id desc)');
  }
}
