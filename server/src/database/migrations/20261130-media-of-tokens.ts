import { Migration } from '@mikro-orm/migrations';

/** Lets API tokens send the media of an archive. */
export class MediaOfTokens extends Migration {
  override up(): void {
    this.addSql('alter table media_pieces alter column created_by drop not null');
  }
}
