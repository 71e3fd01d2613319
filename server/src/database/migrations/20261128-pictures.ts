import { Migration } from '@mikro-orm/migrations';

/** Lets people upload pictures, which models with vision read. */
export class Pictures extends Migration {
  override up(): void {
    this.addSql(`alter table ai_files drop constraint ai_files_kind_check,
      add constraint ai_files_kind_check check (kind in ('pdf', 'docx', 'html', 'text', 'audio', 'image'))`);
  }
}
