import { Migration } from '@mikro-orm/migrations';

/** Drops a count of broken answers that earlier builds added: none is requested again (rules/ai 5). */
export class CutAnswers extends Migration {
  override up(): void {
    this.addSql('alter table ai_jobs drop column if exists broken_answers');
  }
}
