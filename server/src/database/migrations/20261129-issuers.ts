import { Migration } from '@mikro-orm/migrations';

/** Adds single sign-on by a workspace's own issuer, its domains, and the setting that requires it. */
export class Issuers extends Migration {
  override up(): void {
    this.addSql('alter table workspaces add column require_single_sign_on boolean not null default false');
    this.addSql(`create table sign_in_issuers (
      workspace_id uuid not null references workspaces (id),
      id uuid not null,
      is_on boolean not null,
      session_key uuid not null,
      issuer text not null,
      client_id text not null,
      key_id text not null,
      sealed sealed_secret not null,
      created_at timestamp(3) with time zone not null,
      created_by_name text not null,
      primary key (workspace_id, id),
      unique (workspace_id, is_on)
    )`);
    this.addSql(`create table sign_in_domains (
      workspace_id uuid not null references workspaces (id),
      domain text not null,
      token text not null,
      added_at timestamp(3) with time zone not null,
      verified_at timestamp(3) with time zone,
      verified_by text check (verified_by in ('dns', 'operator')),
      primary key (workspace_id, domain),
      check ((verified_at is null) = (verified_by is null))
    )`);
    this.addSql('create index sign_in_domains_domain on sign_in_domains (domain) where verified_at is not null');
    this.addSql(`alter table directory.auth_sessions add column issuer_key uuid,
      add constraint auth_sessions_issuer check (issuer_key is null or (only_workspace is not null and single_sign_on))`);
    this.addSql(
      'create index auth_sessions_issuer on directory.auth_sessions (issuer_key) where issuer_key is not null',
    );
  }
}
