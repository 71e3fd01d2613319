import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorDatabase } from '../src/database/database.ts';
import { freshDatabase } from './database.ts';
import { GLOBAL_TABLES, OUR_SCHEMAS } from './tables.ts';

let db: OperatorDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

const KEY = `array(select a.attname::text from unnest(i.indkey) with ordinality k (n, o)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.n order by k.o)`;
const OURS = `(select oid from pg_namespace where nspname in (${OUR_SCHEMAS}))`;

async function tables() {
  const { rows } = await db.pool.query<{ name: string; tenant: boolean; key: string[] | null }>(
    `select t.relname as name,
       (select ${KEY} from pg_index i where i.indrelid = t.oid and i.indisprimary) as key,
       exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'workspace_id') as tenant
     from pg_class t where t.relkind in ('r', 'p') and t.relnamespace in ${OURS} order by 1`,
  );
  return rows;
}

test('a table belongs to workspaces, which lead its primary key, or it is one of the global ones', async () => {
  const found = await tables();
  expect(found.filter(({ tenant }) => !tenant).map(({ name }) => name)).toEqual(GLOBAL_TABLES);
  expect(found.length).toBeGreaterThan(GLOBAL_TABLES.length + 15);
  for (const { name, tenant, key } of found) {
    if (tenant) expect(key?.[0], `the primary key of ${name}`).toBe('workspace_id');
    else expect(key, `the primary key of ${name}`).not.toBeNull();
  }
});

test('the workspace leads every unique index of what belongs to workspaces', async () => {
  const { rows } = await db.pool.query<{ name: string; key: string[] }>(
    `select i.indexrelid::regclass::text as name, ${KEY} as key
     from pg_index i join pg_class t on t.oid = i.indrelid and t.relnamespace in ${OURS}
     where i.indisunique
       and exists (select from pg_attribute w where w.attrelid = i.indrelid and w.attname = 'workspace_id')`,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { name, key } of rows) expect(key[0], name).toBe('workspace_id');
});

// rules/workspaces 2
test('no foreign key crosses workspaces, and outside of them none leads but to the workspace itself', async () => {
  const columns = (
    of: string,
    key: string,
  ) => `array(select a.attname::text from unnest(c.${key}) with ordinality k (n, o)
    join pg_attribute a on a.attrelid = c.${of} and a.attnum = k.n order by k.o)`;
  const { rows } = await db.pool.query<{ name: string; from: string; to: string; own: string[]; other: string[] }>(
    `select c.conname as name, f.relname as from, t.relname as to,
       ${columns('conrelid', 'conkey')} as own, ${columns('confrelid', 'confkey')} as other
     from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
     where c.contype = 'f' and c.connamespace in ${OURS}`,
  );
  expect(rows.length).toBeGreaterThan(25);
  const isGlobal = (table: string) => GLOBAL_TABLES.includes(table);
  for (const { name, from, to, own, other } of rows) {
    if (to === 'workspaces') expect([own, other], name).toEqual([['workspace_id'], ['id']]);
    else if (isGlobal(from) || isGlobal(to)) expect([isGlobal(from), isGlobal(to)], name).toEqual([true, true]);
    else expect([own[0], other[0]], name).toEqual(['workspace_id', 'workspace_id']);
  }
});
