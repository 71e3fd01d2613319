import { Migration } from '@mikro-orm/migrations';

/** Drops the digests of pages: comparing the items of a page costs about as little (decision 042). */
export class DrivePages extends Migration {
  override up(): void {
    this.addSql('drop trigger if exists forget_drive_pages on drive_files');
    this.addSql('drop function if exists forget_drive_pages()');
    this.addSql('drop table drive_pages');
  }
}
