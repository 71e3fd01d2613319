import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Migration } from '@mikro-orm/migrations';

/** Drops functions that were renamed, with their triggers. */
export class FunctionNames extends Migration {
  override up(): void {
    this.addSql(readFileSync(path.join(import.meta.dirname, '20261124-function-names.sql'), 'utf8'));
  }
}
