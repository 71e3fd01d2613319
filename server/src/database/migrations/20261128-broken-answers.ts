import { Migration } from '@mikro-orm/migrations';

/** Counts answers of models that broke off in a row: each is charged, so a job isn't repeated for them as often. */
export class BrokenAnswers extends Migration {
  override up(): void {
    this.addSql('alter table ai_jobs add column broken_answers integer not null default 0');
  }
}
