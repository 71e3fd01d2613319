import { Migration } from '@mikro-orm/migrations';

/** Stores the release whose schema this is, so that an older one knows if it works on it. */
export class SchemaRelease extends Migration {
  override up(): void {
    this.addSql(`create table schema_release (
      is_only boolean primary key default true check (is_only),
      release text not null,
      oldest text not null
    )`);
  }
}
