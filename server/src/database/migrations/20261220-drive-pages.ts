import { Migration } from '@mikro-orm/migrations';

/**
 * Pages of folders that are stored as their providers list them, so that a walk need not read them (rules/drives 5).
 */
export class DrivePages extends Migration {
  override up(): void {
    this.addSql(`
-- A page of a folder all of which is stored as the provider said it: one that says the same again is not read.
create table drive_pages (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  connection_id uuid not null,
  -- The folder that it is of.
  provider_id text not null,
  -- Of what the provider said; null once something on it must be looked at again.
  digest text,
  -- Rows of drive_files, folders too, and what the provider calls those.
  files uuid[] not null,
  folders text[] not null,
  -- The last walk that came across it.
  walk_id uuid not null,
  primary key (workspace_id, id),
  constraint drive_pages_once unique (workspace_id, connection_id, provider_id, digest),
  foreign key (workspace_id, connection_id) references drive_connections (workspace_id, id) on delete cascade
);

-- Whatever a walk would have to look at again, whoever has changed it.
create function drive_pages_forget() returns trigger language plpgsql as $$
declare
  changed uuid[];
begin
  select array_agg(a.id) into changed from drive_files_before b join drive_files_after a using (workspace_id, id)
  where a.seen_as is distinct from b.seen_as
    or a.state <> b.state and a.state in ('failed', 'out_of_scope', 'trashed', 'gone', 'unreadable');
  if changed is null then
    return null;
  end if;
  update drive_pages p set digest = null
  from (select distinct workspace_id, connection_id, folder from drive_files_before b, unnest(b.parent_ids) folder
    where b.id = any(changed)) c
  where p.workspace_id = c.workspace_id and p.connection_id = c.connection_id and p.provider_id = c.folder
    and p.digest is not null
    and exists (select from unnest(p.files) on_page (id) join unnest(changed) of_those (id) using (id));
  return null;
end $$;
create trigger drive_pages_forget after update on drive_files
  referencing old table as drive_files_before new table as drive_files_after
  for each statement execute function drive_pages_forget();
`);
  }
}
