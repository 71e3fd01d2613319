import { Migration } from '@mikro-orm/migrations';

/** When people signed in last, how they were invited, and sessions that open one workspace alone. */
export class People extends Migration {
  override up(): void {
    this.addSql(`
-- Beside the people: their own rows and indexes pay nothing for it.
create table user_sign_ins (
  workspace_id uuid not null references workspaces,
  user_id uuid not null,
  at timestamptz(3) not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
insert into user_sign_ins (workspace_id, user_id, at)
select e.workspace_id, e.subject_id, max(e.at) from audit_events e
join users u on u.workspace_id = e.workspace_id and u.id = e.subject_id
where e.action = 'user.signed_in' and e.subject_kind = 'user' group by 1, 2;

create table invitations (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  user_id uuid not null,
  at timestamptz(3) not null,
  by_name text not null,
  -- By mail, or by a link that somebody hands over.
  kind text not null check (kind in ('mail', 'link')),
  state text not null check (state in ('waiting', 'sent', 'failed')),
  error text,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id),
  constraint invitations_error check ((error is not null) = (state = 'failed'))
);
create index invitations_of_person on invitations (workspace_id, user_id, at);
create index invitations_by_time on invitations (workspace_id, kind, at);

alter table auth_sessions add column only_workspace uuid;
`);
  }
}
