import { Migration } from '@mikro-orm/migrations';

/** Adds to answers how the presence of their person was established. */
export class AnswerPresence extends Migration {
  override up(): void {
    this.addSql('alter table answers add column presence jsonb');
  }
}
