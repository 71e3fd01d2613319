import { Migration } from '@mikro-orm/migrations';

/** A trainer grades what its speaker has corrected far away from what was heard (rules/grading 4). */
export class CorrectedAnswers extends Migration {
  override up(): void {
    this.addSql(`
alter table spoken_answers drop constraint spoken_answers_trainer_reason_check,
  add constraint spoken_answers_trainer_reason_check
    check (trainer_reason in ('no_key', 'failed', 'late', 'nothing_heard', 'unsure', 'corrected'));
`);
  }
}
