import { Migration } from '@mikro-orm/migrations';

/** Indexes the orders by name, so that a page of a long list is read without sorting the list. */
export class ListOrders extends Migration {
  override up(): void {
    this.addSql('create index users_by_name on users (workspace_id, lower(full_name), id)');
    this.addSql('create index courses_by_title on courses (workspace_id, lower(title), id)');
  }
}
