import { Migration } from '@mikro-orm/migrations';

/** Adds PINs, the codes to choose one, and sessions of people without an identity. */
export class Pins extends Migration {
  override up(): void {
    this.addSql('alter table workspaces add column pin_sign_in boolean not null default false');
    this.addSql(`create table user_pins (
      workspace_id uuid not null,
      id uuid not null,
      version integer not null,
      key_id text not null,
      sealed sealed_secret not null,
      chosen_at timestamp(3) with time zone not null,
      primary key (workspace_id, id),
      foreign key (workspace_id, id) references users (workspace_id, id)
    )`);
    this.addSql(`create table sign_in_codes (
      workspace_id uuid not null,
      user_id uuid not null,
      hash text not null,
      created_at timestamp(3) with time zone not null,
      created_by_name text not null,
      expires_at timestamp(3) with time zone not null,
      primary key (workspace_id, user_id),
      unique (workspace_id, hash),
      foreign key (workspace_id, user_id) references users (workspace_id, id)
    )`);
    this.addSql(`create table directory.sign_in_pauses (
      key text primary key,
      failures integer not null check (failures > 0),
      at timestamp(3) with time zone not null,
      not_before timestamp(3) with time zone not null
    )`);
    this.addSql(`alter table directory.auth_sessions
      add column person_id uuid,
      add constraint auth_sessions_whose check (person_id is null or only_workspace is not null)`);
    this.addSql('create index auth_sessions_person on directory.auth_sessions (person_id) where person_id is not null');
  }
}
