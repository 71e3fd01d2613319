import { Migration } from '@mikro-orm/migrations';

/** Lets API tokens upload documents of past training. */
export class DocumentsOfTokens extends Migration {
  override up(): void {
    this.addSql('alter table attested_files alter column created_by drop not null');
  }
}
