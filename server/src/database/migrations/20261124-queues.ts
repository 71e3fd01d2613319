import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Migration } from '@mikro-orm/migrations';

/** Gives all queues the same columns: `due_at`, `leased_until`, `lease_id` (decision 028). */
export class Queues extends Migration {
  override up(): void {
    this.addSql(readFileSync(path.join(import.meta.dirname, '20261124-queues.sql'), 'utf8'));
  }
}
