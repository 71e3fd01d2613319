import { Migration } from '@mikro-orm/migrations';

/** Removes English advice from notifications: they now have the problem as values, worded for each reader. */
export class NotifiedProblems extends Migration {
  override up(): void {
    this.addSql(`update notifications set facts = facts - 'advice' where facts ? 'advice'`);
  }
}
