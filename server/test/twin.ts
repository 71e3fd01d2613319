import pg from 'pg';
import { afterAll } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { TENANT_ENTITIES } from '../src/database/schema/entities.ts';
import type { TestWorkspace } from './make.ts';
import type { TestServer } from './server.ts';
import { listAlwaysTriggers } from './tamper.ts';

/**
 * A workspace's twin: every row of it once more, with the same ids, under another workspace. Primary keys lead with the
 * workspace, so the two fit beside each other, and a condition on the id alone finds both.
 */
export type Twin = {
  /** Makes the twin what the workspace is now. */
  copy(): Promise<void>;
  remove(): Promise<void>;
  /** All of its rows, as text. */
  rows(): Promise<string>;
};

/** A token is found by its hash alone, so that is another one; whoever has the e-mail belongs to both workspaces. */
const INSTEAD: Record<string, string> = { 'api_tokens.hash': `hash || 'twin'::bytea` };

export async function twinOf(
  { db: { pool }, databaseUrl }: TestServer,
  workspace: TestWorkspace,
  { until = afterAll }: { until?: (close: () => Promise<void>) => void } = {},
): Promise<Twin> {
  const id = newId();
  const tables = TENANT_ENTITIES.map(({ meta }) => meta.tableName);
  const copies: string[] = [];
  for (const table of tables) {
    const { rows } = await pool.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'workspace_id'`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    const values = names.map((name) => INSTEAD[`${table}.${name}`] ?? `"${name}"`);
    const quoted = names.map((name) => `"${name}"`);
    copies.push(
      `insert into ${table} (workspace_id, ${quoted.join(', ')})
       select '${id}', ${values.join(', ')} from ${table} where workspace_id = '${workspace.id}'`,
    );
  }
  const removals = tables.map((table) => `delete from ${table} where workspace_id = '${id}'`);
  const reads = tables.map(
    (table) => `return query select '${table} ' || t::text from ${table} t where workspace_id = '${id}'`,
  );
  // Of one session, which plans each of these hundreds of statements once.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  until(() => client.end());
  const define = (name: string, returns: string, statements: string[]) =>
    client.query(
      `create function pg_temp.${name}() returns ${returns} language plpgsql as $$ begin ${statements.join(';\n')}; end $$`,
    );
  await define('remove_twin', 'void', removals);
  await define('copy_twin', 'void', [...removals, ...copies]);
  await define('twin_rows', 'setof text', reads);
  // Tables that only grow refuse every session. The test owns this database, and drops it afterwards.
  for (const { table, trigger } of await listAlwaysTriggers(client)) {
    await client.query(`alter table ${table} disable trigger ${trigger}`);
  }
  // Rows as they are: neither triggers, which would count and number them, nor the order that foreign keys want.
  await client.query('set session_replication_role = replica');
  await pool.query(
    `insert into workspaces select (json_populate_record(w, json_build_object('id', $2::uuid, 'slug', 'twin-' || w.slug))).*
     from workspaces w where w.id = $1`,
    [workspace.id, id],
  );
  // Jobs of the server change rows in another order, so either side may be ended as a deadlock.
  const apply = async (name: string, tries = 3): Promise<void> => {
    const error = await client.query(`select pg_temp.${name}()`).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error instanceof pg.DatabaseError && error.code === '40P01' && tries > 1) return apply(name, tries - 1);
    if (error !== undefined) throw error;
  };
  return {
    copy: () => apply('copy_twin'),
    remove: () => apply('remove_twin'),
    async rows() {
      const { rows } = await client.query<{ row: string }>('select row from pg_temp.twin_rows() as row order by 1');
      return rows.map(({ row }) => row).join('\n');
    },
  };
}
