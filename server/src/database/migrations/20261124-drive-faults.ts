import { Migration } from '@mikro-orm/migrations';

/**
 * What is told of drives that fail in part: a picked folder that cannot be listed, a list of changes that was lost for
 * a while, channels that ring no more, folders whose pages never end, and keys that Google wants to see beside ids.
 */
export class DriveFaults extends Migration {
  override up(): void {
    this.addSql(`
alter table drive_folders add column problem text check (problem in ('not_found', 'forbidden', 'unavailable')),
  add column resource_key text;
alter table drive_files add column resource_key text;
create index drive_files_resource_keys on drive_files (workspace_id, connection_id, provider_id)
  where resource_key is not null;
create index drive_files_unlisted on drive_files (workspace_id, connection_id, state_at desc, id desc)
  where is_folder and reason is not null;
alter table drive_logs add column problem text check (problem in ('not_found', 'forbidden')),
  add column is_behind boolean not null default false,
  add column unrung integer not null default 0 check (unrung >= 0),
  add column unrung_since timestamptz(3);
alter table drive_folders_to_list add column pages integer not null default 0 check (pages >= 0);
alter table drive_walk_folders add column pages integer not null default 0 check (pages >= 0);
`);
  }
}
