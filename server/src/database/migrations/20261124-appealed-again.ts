import { Migration } from '@mikro-orm/migrations';

/** An answer whose grade is lowered after an appeal was decided is appealed again (rules/grading 8). */
export class AppealedAgain extends Migration {
  override up(): void {
    this.addSql(`
-- An instance of before, which knows of one appeal only, names no number.
alter table appeals add column number integer not null default 1 check (number > 0),
  drop constraint appeals_pkey, add primary key (workspace_id, answer_id, number);
create unique index appeals_one_open on appeals (workspace_id, answer_id) where decided_at is null;
`);
  }
}
