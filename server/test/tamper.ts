import type pg from 'pg';

const ALWAYS_TRIGGERS = `
select c.relname as table, t.tgname as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid
where t.tgenabled = 'A' and not t.tgisinternal`;

type AlwaysTrigger = { table: string; trigger: string };

/** Lists the triggers that fire for every session: of tables that only grow. */
export async function listAlwaysTriggers(db: pg.Pool | pg.ClientBase): Promise<AlwaysTrigger[]> {
  return (await db.query<AlwaysTrigger>(ALWAYS_TRIGGERS)).rows;
}

/**
 * Writes past the triggers of tables that only grow, as the owner of the tables can: without any trigger or foreign
 * key, for this one transaction.
 */
export async function tamper(pool: pg.Pool, sql: string, parameters: unknown[] = []): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    const triggers = (await listAlwaysTriggers(client)).filter(({ table }) => new RegExp(`\\b${table}\\b`).test(sql));
    for (const { table, trigger } of triggers) await client.query(`alter table ${table} disable trigger ${trigger}`);
    await client.query(sql, parameters);
    for (const { table, trigger } of triggers) {
      await client.query(`alter table ${table} enable always trigger ${trigger}`);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
