import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { OUR_SCHEMAS } from '../tables.ts';

/** The file with all columns of a release, one a line: `public.users.email text required`. */
const fileOf = (release: string) => path.join(import.meta.dirname, 'columns', `${release}.txt`);

const Column = z.object({
  name: z.string(),
  type: z.string(),
  kind: z.enum(['nullable', 'default', 'required', 'view']),
});
type Column = z.infer<typeof Column>;

/** Lists the columns of all tables and views. A `required` one is not null and has no default. */
export async function columnsOf(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query(`
    select n.nspname || '.' || t.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      case when t.relkind = 'v' then 'view' when not a.attnotnull then 'nullable' when a.atthasdef or a.attidentity <> '' then 'default'
        else 'required' end as kind
    from pg_attribute a join pg_class t on t.oid = a.attrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname in (${OUR_SCHEMAS}) and t.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
    order by n.nspname, t.relname, a.attname`);
  return z.array(Column).parse(rows);
}

export function storeColumns(release: string, columns: readonly Column[]): void {
  writeFileSync(fileOf(release), columns.map(({ name, type, kind }) => `${name} ${type} ${kind}\n`).join(''));
}

export function storedColumns(release: string): Column[] {
  const file = fileOf(release);
  if (!existsSync(file)) throw new Error(`${file} is missing: npm run test:deep -- write-dump in ${release} stores it`);
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name, type, kind] = /^(\S+) (.+) (\w+)$/.exec(line) ?? [];
      return Column.parse({ name, type, kind });
    });
}

/** Returns why a release with the columns `before` can't read or write a database with the columns `now`. */
export function whyTooLate(before: readonly Column[], now: readonly Column[]): string[] {
  const tableOf = ({ name }: Column) => name.slice(0, name.lastIndexOf('.'));
  const tables = new Set(before.map(tableOf));
  const known = new Set(before.map(({ name }) => name));
  const found = new Map(now.map((column) => [column.name, column]));
  const changed = before.flatMap(({ name, type, kind }) => {
    const other = found.get(name);
    if (!other) return [`${name} is gone`];
    // A default that was added changes nothing for it, nor does a view under the old name of a table.
    const isSame =
      other.kind === kind ||
      other.kind === 'view' ||
      kind === 'view' ||
      (kind === 'required' && other.kind === 'default');
    if (isSame && other.type === type) return [];
    return [`${name} was ${type} ${kind} and is ${other.type} ${other.kind}`];
  });
  const added = now.filter((column) => tables.has(tableOf(column)) && !known.has(column.name));
  return [
    ...changed,
    ...added.filter(({ kind }) => kind === 'required').map(({ name }) => `${name} is new and required`),
  ];
}
