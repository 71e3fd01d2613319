import { Migration } from '@mikro-orm/migrations';

const PARTS = {
  recording_parts: ['recording_id', 'recordings'],
  attested_file_parts: ['file_id', 'attested_files'],
  ai_file_parts: ['file_id', 'ai_files'],
};

/** Lets parts be objects in storage, of which the database keeps the size, and when the object is to be removed. */
export class StoredParts extends Migration {
  override up(): void {
    for (const [parts, [of, rows]] of Object.entries(PARTS)) {
      this.addSql(`alter table ${parts}
        alter column bytes drop not null,
        add column size integer,
        add column remove_at timestamp(6) with time zone,
        add constraint ${parts}_in_storage check ((bytes is null) = (size is not null)),
        add constraint ${parts}_removed check (remove_at is null or size is not null),
        -- A row whose objects are still there must not go.
        drop constraint ${parts}_workspace_id_${of}_fkey,
        add foreign key (workspace_id, ${of}) references ${rows} (workspace_id, id)`);
      this.addSql(`create index ${parts}_to_remove on ${parts} (remove_at) where remove_at is not null`);
      this.addSql(`create index ${parts}_in_columns on ${parts} (workspace_id, ${of}) where size is null`);
    }
  }
}
