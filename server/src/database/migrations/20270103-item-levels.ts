import { Migration } from '@mikro-orm/migrations';

/** What an item that a model made asks of somebody; null of what was made before it was kept. */
export class ItemLevels extends Migration {
  override up(): void {
    this.addSql(`alter table generated_items add column level text check (level in ('recall', 'apply', 'decide'));`);
  }
}
