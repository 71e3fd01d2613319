import { Migration } from '@mikro-orm/migrations';

/**
 * Keeps what shortcuts lead to, and lets the list of changes of one shared drive fail while the others are read. Drops
 * the digests of pages: comparing the items of a page costs about as little (decision 042).
 */
export class DriveParts extends Migration {
  override up(): void {
    this.addSql('alter table drive_files add column target_media_type text');
    this.addSql(`alter table drive_change_feeds drop constraint drive_change_feeds_problem_check,
      add constraint drive_change_feeds_problem_check check (problem in ('not_found', 'forbidden', 'unavailable'))`);
    this.addSql('drop trigger if exists forget_drive_pages on drive_files');
    this.addSql('drop function if exists forget_drive_pages()');
    this.addSql('drop table drive_pages');
  }
}
