import { Migration } from '@mikro-orm/migrations';

/** A workspace has a time zone, and says for whose e-mails single sign-on opens it (rules/workspaces 3). */
export class WorkspaceSettings extends Migration {
  override up(): void {
    this.addSql(`
alter table workspaces
  add column time_zone text not null default 'UTC',
  add column sso_domains text[] not null default '{}';
-- How somebody signed in: a session of single sign-on opens only the workspaces that trust the provider.
alter table auth_sessions add column single_sign_on boolean not null default false;
`);
  }
}
