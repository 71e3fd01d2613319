import { Migration } from '@mikro-orm/migrations';

/** Lets attempts draw from a quiz, and topics have pass scores of their own. */
export class QuestionPools extends Migration {
  override up(): void {
    // An earlier migration of the same transaction may have updated modules, whose checks are deferred.
    this.addSql('set constraints all immediate');
    this.addSql(`alter table modules add column questions_per_attempt integer
      check (questions_per_attempt between 1 and 200), add column topic_scores jsonb not null default '[]'`);
    this.addSql('alter table attempts add column drawn uuid[]');
  }
}
