import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Migration } from '@mikro-orm/migrations';

/** Gives tables the names that the code uses, and long connections the columns of a queue (decision 028). */
export class TableNames extends Migration {
  override up(): void {
    this.addSql(readFileSync(path.join(import.meta.dirname, '20261124-table-names.sql'), 'utf8'));
  }
}
