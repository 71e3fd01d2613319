import { Migration } from '@mikro-orm/migrations';

/** Lets answers be of any kind that the contract has. */
export class QuestionKinds extends Migration {
  override up(): void {
    this.addSql('alter table answers drop constraint answers_kind_check');
  }
}
