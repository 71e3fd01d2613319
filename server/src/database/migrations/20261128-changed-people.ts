import { Migration } from '@mikro-orm/migrations';

/** Drops functions that ran for each changed person. Files in ../sql create those that run once a statement. */
export class ChangedPeople extends Migration {
  override up(): void {
    this.addSql('drop function if exists assign_person() cascade');
    this.addSql('drop function if exists move_user_count() cascade');
  }
}
