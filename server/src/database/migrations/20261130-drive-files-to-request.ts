import { Migration } from '@mikro-orm/migrations';

/**
 * Stores what the events of an app name with each of its drives, instead of the events. What the last ones named is
 * found by listing.
 */
export class DriveFilesToRequest extends Migration {
  override up(): void {
    this.addSql(`create table drive_files_to_request (
      workspace_id uuid not null references workspaces (id),
      connection_id uuid not null,
      provider_id text not null,
      last_event uuid not null,
      added_at timestamp(3) with time zone not null,
      primary key (workspace_id, connection_id, provider_id),
      foreign key (workspace_id, connection_id) references drive_connections (workspace_id, id) on delete cascade
    )`);
    this.addSql('drop view drive_events');
    this.addSql('drop table directory.drive_events');
  }
}
