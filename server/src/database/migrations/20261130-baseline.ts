import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Migration } from '@mikro-orm/migrations';
import { readSqlObject } from '../schema/sql-objects.ts';

/** Generated columns and indexes call these, so they come before the tables. */
const BEFORE_TABLES = ['courses/content_hash.sql', 'courses/named_suggestions.sql'];

/**
 * The schema of 30 November 2026: types, tables, indexes and foreign keys. Views under the old names of the tables in
 * `directory` serve earlier builds of 0.1.0. Functions and triggers stand in `../sql`.
 */
export class Baseline extends Migration {
  override up(): void {
    for (const name of BEFORE_TABLES) this.addSql(readSqlObject(name));
    this.addSql(readFileSync(path.join(import.meta.dirname, '20261130-baseline.sql'), 'utf8'));
  }
}
