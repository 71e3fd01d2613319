import { Migration } from '@mikro-orm/migrations';

/** Keeps whom a run of an assignment could not assign, so that the run ends for the others. */
export class FailingPeople extends Migration {
  override up(): void {
    this.addSql(`alter table assignment_runs add column failed uuid[] not null default '{}'`);
  }
}
