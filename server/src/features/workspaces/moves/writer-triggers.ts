import { setTimeout as sleep } from 'node:timers/promises';
import { WORKSPACE_MOVED_SQLSTATE } from '../../../database/database-unavailable.ts';
import { databaseObjectNameOfMove, type MovedTable } from './moved-tables.ts';
import type { MoveDatabaseConnection } from './move-database-connection.ts';

/** SQL for the key of a workspace's advisory lock: its writers share the lock, and the switch takes it alone. */
export const moveLockKeySql = (workspaceId: string): string => `hashtextextended('workspace move ${workspaceId}', 0)`;

/** Milliseconds that the lock is waited for; writers wait behind it. */
const LOCK_WAIT = 500;

/** Seconds to wait for writers that began before changes were noted. */
const OLD_WRITERS = 120;

/**
 * Makes each writer of the workspace share its lock, be refused once the workspace is away, and note the keys of the
 * rows that it changes while both sides are compared. Others pay for a condition only.
 */
export async function createWriterTriggers(
  source: MoveDatabaseConnection,
  tables: MovedTable[],
  workspaceId: string,
): Promise<void> {
  const name = databaseObjectNameOfMove(workspaceId);
  await source.run(`create schema if not exists ${name};
    create table if not exists ${name}.changes ("table" text not null, key jsonb not null)`);
  const admit = `
    perform pg_advisory_xact_lock_shared(${moveLockKeySql(workspaceId)});
    select m.step, m.is_away, m.name, m.origin into move from public.workspace_moves m where m.workspace_id = '${workspaceId}';
    if move.is_away then
      raise exception using errcode = '${WORKSPACE_MOVED_SQLSTATE}',
        message = format('The workspace %s moved to %s, so nothing was saved here. Send it there.', move.name, move.origin);
    end if;`;
  const define = (table: string, body: string) => `create or replace function ${name}.${table}() returns trigger
    language plpgsql as $$ declare move record; begin ${admit} ${body}
    if tg_op = 'DELETE' then return old; end if; return new; end $$`;
  await source.run(define('workspaces', ''));
  await addTrigger(source, workspaceId, 'workspaces', 'id');
  for (const { name: table, key } of tables) {
    const keyOf = (row: string) => `jsonb_build_array(${key.map((column) => `${row}.${column.name}`).join(', ')})`;
    const note = (row: string) => `insert into ${name}.changes ("table", key) values ('${table}', ${keyOf(row)})`;
    const body = `if move.step in ('checking', 'leaving') then
      if tg_op <> 'INSERT' then ${note('old')}; end if;
      if tg_op = 'INSERT' or tg_op = 'UPDATE' and ${keyOf('new')} <> ${keyOf('old')} then ${note('new')}; end if;
    end if;`;
    await source.run(define(table, body));
    await addTrigger(source, workspaceId, table, 'workspace_id');
  }
}

async function addTrigger(
  source: MoveDatabaseConnection,
  workspaceId: string,
  table: string,
  column: string,
): Promise<void> {
  const name = databaseObjectNameOfMove(workspaceId);
  const found = await source.rows(
    `select from pg_trigger where tgrelid = $1::regclass and tgname in ('${name}', '${name}_d')`,
    [table],
  );
  if (found.length === 2) return;
  const on = (trigger: string, event: string, row: string) =>
    `create or replace trigger ${trigger} before ${event} on ${table} for each row
       when (${row}.${column} = '${workspaceId}') execute function ${name}.${table}()`;
  await source.patiently(`${on(name, 'insert or update', 'new')}; ${on(`${name}_d`, 'delete', 'old')}`);
}

/** Undoes `createWriterTriggers`. */
export async function dropWriterTriggers(source: MoveDatabaseConnection, workspaceId: string): Promise<void> {
  const name = databaseObjectNameOfMove(workspaceId);
  const tables = await source.rows<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger where tgname in ('${name}', '${name}_d')`,
  );
  for (const { table } of tables) {
    await source.patiently(`drop trigger if exists ${name} on ${table}; drop trigger if exists ${name}_d on ${table}`);
  }
  await source.patiently(`drop schema if exists ${name} cascade`);
}

/** Waits until all writers have ended that began when changes weren't noted yet. */
export async function awaitOldWriters(source: MoveDatabaseConnection, workspaceId: string): Promise<void> {
  const holders = `select l.virtualtransaction as id from pg_locks l, ${moveLockKeySql(workspaceId)} k
    where l.locktype = 'advisory' and l.objsubid = 1 and l.mode = 'ShareLock' and l.granted
      and (l.classid::bigint << 32 | l.objid::bigint) = k and l.database = (select oid from pg_database where datname = current_database())`;
  const old = (await source.rows<{ id: string }>(holders)).map(({ id }) => id);
  const until = performance.now() + OLD_WRITERS * 1_000;
  for (;;) {
    const left = await source.rows<{ id: string }>(`select from (${holders}) held where id = any($1)`, [old]);
    if (left.length === 0) return;
    if (performance.now() > until) throw new Error(`A write to the workspace has been running for ${OLD_WRITERS} s.`);
    await sleep(100);
  }
}

/** SQLSTATEs of a lock that wasn't free in time. */
const NOT_IN_TIME = ['55P03', '40P01'];

/**
 * Runs `work` in a transaction of the holder while no writer of the workspace is under way and new ones wait. The locks
 * go with the connection: if this process dies, writers go on.
 * @returns false if running writers didn't end in time
 */
export async function withWritersBlocked(
  holder: MoveDatabaseConnection,
  workspaceId: string,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await holder.transaction(async () => {
      await holder.run(`set local lock_timeout = ${LOCK_WAIT}`);
      // Some writers lock this row before they share the other lock.
      await holder.run('select from workspaces where id = $1 for no key update', [workspaceId]);
      await holder.run(`select pg_advisory_xact_lock(${moveLockKeySql(workspaceId)})`);
      return work();
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_IN_TIME.includes(String(error.code))) return false;
    throw error;
  }
}
