import { Migration } from '@mikro-orm/migrations';

/** Drops the count of broken answers, because none is requested again (rules/ai 5). */
export class CutAnswers extends Migration {
  override up(): void {
    this.addSql('alter table ai_jobs drop column broken_answers');
  }
}
