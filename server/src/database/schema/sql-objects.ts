import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { defineStatement } from '../statements/statement.ts';

// Functions and triggers of the database: one file each, `sql/<feature>/<function>.sql` and `<trigger>.trigger.sql`.
// A file can run again and again: it creates or replaces its function, or drops and creates its trigger.
const FOLDER = path.join(import.meta.dirname, '../sql');

const APPLIED = defineStatement({
  name: 'applied-sql-objects',
  scope: 'global',
  row: z.strictObject({ name: z.string(), hash: z.string() }),
  sql: 'select name, hash from sql_objects',
});

const SAVE = defineStatement({
  name: 'save-sql-object',
  scope: 'global',
  sql: `
insert into sql_objects (name, hash) values (:name, :hash)
on conflict (name) do update set hash = excluded.hash`,
});

export const readSqlObject = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');

/** Returns the names of all objects: functions first, because triggers call them. */
export function listSqlObjectNames(): string[] {
  const names = globSync('*/*.sql', { cwd: FOLDER }).map((name) => name.split(path.sep).join('/'));
  const isTrigger = (name: string) => name.endsWith('.trigger.sql');
  return names.toSorted((a, b) => Number(isTrigger(a)) - Number(isTrigger(b)) || (a < b ? -1 : 1));
}

/**
 * Runs each file that changed since it was last applied, all in one transaction. Returns their names. To remove an
 * object, or to change a function's parameters, write a migration.
 */
export async function applySqlObjects(pool: pg.Pool): Promise<string[]> {
  const applied = new Map((await APPLIED.all(pool)).map(({ name, hash }) => [name, hash]));
  const changed = listSqlObjectNames()
    .map((name) => ({ name, sql: readSqlObject(name) }))
    .map((object) => ({ ...object, hash: createHash('sha256').update(object.sql).digest('hex') }))
    .filter(({ name, hash }) => applied.get(name) !== hash);
  if (changed.length === 0) return [];
  const client = await pool.connect();
  try {
    // Functions call each other, and are created in no particular order.
    await client.query('begin; set local check_function_bodies = off');
    for (const { name, sql, hash } of changed) {
      await client.query(sql);
      await SAVE.run(client, { name, hash });
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
  return changed.map(({ name }) => name);
}
