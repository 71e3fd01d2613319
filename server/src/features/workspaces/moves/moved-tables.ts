import { TENANT_ENTITIES } from '../../../database/schema/entities.ts';
import { LEASED_UNTIL_COLUMN } from '../../../platform/queue/lease.ts';
import type { MoveDatabaseConnection } from './move-database-connection.ts';

/** Tables that stay where they are: they say which workspaces are elsewhere. */
const STAYING = new Set(['workspace_moves', 'workspace_move_callers']);

const names = TENANT_ENTITIES.map(({ meta }) => meta.tableName).filter((name) => !STAYING.has(name));

export type MovedTable = {
  name: string;
  /** Names, quoted and in alphabetical order: their order in the table depends on its history. */
  columns: string[];
  /** The same with their types, to compare two databases. */
  typed: string[];
  /** Columns of the primary key, in order. */
  key: { name: string; type: string }[];
  isLeased: boolean;
};

/**
 * Returns the tables whose rows move: not those that a crash empties, as of rate limits, nor the row of the workspace
 * itself; see `copyWorkspaceRow`.
 */
export function listMovedTables(side: MoveDatabaseConnection): Promise<MovedTable[]> {
  return side.rows<MovedTable>(
    `select c.relname as name,
       (select array_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod) order by a.attname)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as typed,
       (select array_agg(quote_ident(a.attname) order by a.attname)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       (select jsonb_agg(jsonb_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by k.o)
        from pg_index i, unnest(i.indkey) with ordinality k (n, o), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.n) as key,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = $2) as "isLeased"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and c.relpersistence = 'p' order by c.relname`,
    [names, LEASED_UNTIL_COLUMN],
  );
}

/** Name of all that belongs to a move in the two databases. */
export const databaseObjectNameOfMove = (workspaceId: string): string =>
  `workspace_move_${workspaceId.replaceAll('-', '')}`;

const BATCH = 5_000;

/**
 * Removes all rows of a workspace that is away, in short transactions, without triggers and foreign keys, which a
 * session with this role leaves out. Tables that only grow allow it for such a workspace.
 */
export async function removeWorkspaceRows(side: MoveDatabaseConnection, workspaceId: string): Promise<void> {
  await side.run(`set session_replication_role = replica`);
  for (const name of names) {
    const some = `delete from ${name} where ctid = any(array(select ctid from ${name} where workspace_id = $1 limit ${BATCH}))`;
    while ((await side.run(some, [workspaceId])) > 0);
  }
  await side.run('delete from workspaces where id = $1', [workspaceId]);
  await side.run(`set session_replication_role = origin`);
}
