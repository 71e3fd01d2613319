import { Migration } from '@mikro-orm/migrations';

/** Adds passkeys and recovery codes of identities, how a session was confirmed, and the setting that requires it. */
export class Passkeys extends Migration {
  override up(): void {
    this.addSql(`create table directory.passkeys (
      id uuid primary key,
      identity_id uuid not null references directory.identities (id),
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      backup_eligible boolean not null,
      backed_up boolean not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    )`);
    this.addSql('create index passkeys_identity on directory.passkeys (identity_id)');
    this.addSql(`create table directory.recovery_codes (
      identity_id uuid not null references directory.identities (id),
      hash text not null,
      created_at timestamptz(3) not null default now(),
      primary key (identity_id, hash)
    )`);
    this.addSql(`alter table directory.auth_sessions
      add column confirmed_by text check (confirmed_by in ('passkey', 'recovery_code')),
      add column confirmed_at timestamptz(3),
      add column passkey_id uuid,
      add constraint auth_sessions_confirmed check ((confirmed_by is null) = (confirmed_at is null))`);
    this.addSql(
      'create index auth_sessions_passkey on directory.auth_sessions (passkey_id) where passkey_id is not null',
    );
    this.addSql('alter table workspaces add column require_passkey_for_super_admins boolean not null default false');
  }
}
