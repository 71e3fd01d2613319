import { Migration } from '@mikro-orm/migrations';

/** The files of a drive are listed in an order that is stored, and counted without being read (rules/drives 9). */
export class DriveFileList extends Migration {
  override up(): void {
    this.addSql(`
create index drive_files_listed on drive_files (workspace_id, connection_id, state_at desc, id desc) where not is_folder;

-- Those that are with the scanner are few at any time, and counted whenever it is looked for files that are due.
create index drive_files_with_scanner on drive_files (workspace_id, connection_id)
  where state in ('scanning', 'waiting_for_key') and not is_folder;

-- All that a card counts by stands in one index. A reason that is in words is clipped by whoever stores it: an index
-- takes no more than 2,700 bytes.
update drive_files set reason = left(reason, 500) where length(reason) > 500;
drop index drive_files_by_state;
create index drive_files_by_state on drive_files (workspace_id, connection_id, state, folder_id, reason)
  where not is_folder;

-- What is counted by an index alone is counted from it once the table has been vacuumed, which by default waits until a
-- fifth of it has changed.
alter table drive_files set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
`);
  }
}
