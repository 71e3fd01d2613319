import { Migration } from '@mikro-orm/migrations';

/**
 * The tables of better-auth, as it compiles them, with ids, times and e-mails as ours are. None has a workspace:
 * an identity is an e-mail, and whoever has it may belong to several.
 */
export class Identities extends Migration {
  override up(): void {
    this.addSql(`
create table identities (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null,
  image text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table auth_sessions (
  id uuid primary key,
  expires_at timestamptz(3) not null,
  token text not null unique,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  user_id uuid not null references identities on delete cascade
);
create index auth_sessions_user_id_idx on auth_sessions (user_id);
create index auth_sessions_age on auth_sessions (expires_at);

create table auth_accounts (
  id uuid primary key,
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references identities on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null,
  -- Two first sign-ins at once would make two, and better-auth refuses an account that it finds twice.
  constraint auth_accounts_key unique (provider_id, account_id)
);
create index auth_accounts_user_id_idx on auth_accounts (user_id);

create table auth_verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index auth_verifications_identifier_idx on auth_verifications (identifier);
create index auth_verifications_age on auth_verifications (expires_at);
create index auth_verifications_value on auth_verifications using hash (value);

create table server_secrets (
  name text primary key,
  value text not null
);
`);
  }
}
