import { Migration } from '@mikro-orm/migrations';

/** Removes the trigger that ended sessions of links in the transaction that demotes who made the link. */
export class HandedBy extends Migration {
  override up(): void {
    this.addSql('drop trigger if exists end_handed_sessions on users');
    this.addSql('drop function if exists end_handed_sessions()');
  }
}
