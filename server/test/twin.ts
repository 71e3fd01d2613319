import type { Database } from '../src/database/database.ts';
import { newId } from '../src/platform/ids.ts';
import { TENANT_ENTITIES } from '../src/database/entities.ts';
import type { TestWorkspace } from './make.ts';

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

export async function twinOf({ pool }: Database, workspace: TestWorkspace): Promise<Twin> {
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
  // Rows as they are: neither triggers, which would count and number them, nor the order that foreign keys want.
  const asTheyAre = (statements: string[]) =>
    pool.query(['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join(';\n'));
  await pool.query(
    `insert into workspaces select (json_populate_record(w, json_build_object('id', $2::uuid, 'slug', 'twin-' || w.slug))).*
     from workspaces w where w.id = $1`,
    [workspace.id, id],
  );
  return {
    copy: async () => void (await asTheyAre([...removals, ...copies])),
    remove: async () => void (await asTheyAre(removals)),
    async rows() {
      const each = tables.map(
        (table) => `select '${table} ' || t::text as row from ${table} t where workspace_id = '${id}'`,
      );
      const { rows } = await pool.query<{ row: string }>(`${each.join(' union all ')} order by 1`);
      return rows.map(({ row }) => row).join('\n');
    },
  };
}
