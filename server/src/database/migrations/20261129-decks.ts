import { Migration } from '@mikro-orm/migrations';

/** Lets people upload decks and workbooks. */
export class Decks extends Migration {
  override up(): void {
    this.addSql(`alter table ai_files drop constraint ai_files_kind_check,
      add constraint ai_files_kind_check
        check (kind in ('pdf', 'docx', 'pptx', 'odp', 'xlsx', 'html', 'text', 'audio', 'image'))`);
  }
}
