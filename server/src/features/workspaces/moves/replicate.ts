import { setTimeout as sleep } from 'node:timers/promises';
import { databaseObjectNameOfMove, type MovedTable } from './moved-tables.ts';
import type { MoveDatabaseConnection } from './move-database-connection.ts';

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Publishes the workspace's rows at the source. */
export async function createPublicationAndSlot(
  source: MoveDatabaseConnection,
  tables: MovedTable[],
  workspaceId: string,
): Promise<void> {
  const name = databaseObjectNameOfMove(workspaceId);
  if ((await source.rows('select from pg_publication where pubname = $1', [name])).length === 0) {
    const filtered = tables.map((table) => `${table.name} where (workspace_id = '${workspaceId}')`);
    await source.run(
      `create publication ${name} for table ${filtered.join(', ')} with (publish = 'insert, update, delete')`,
    );
  }
  // Apart from the subscription, which can't make one in its own cluster.
  if ((await source.rows('select from pg_replication_slots where slot_name = $1', [name])).length === 0) {
    await source.rows(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name]);
  }
}

/** Returns true if the destination has the subscription already. */
export async function isSubscribed(destination: MoveDatabaseConnection, workspaceId: string): Promise<boolean> {
  const found = await destination.rows(
    `select from pg_subscription where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())`,
    [databaseObjectNameOfMove(workspaceId)],
  );
  return found.length > 0;
}

/**
 * Creates the subscription at the destination, which then copies and follows the workspace's rows.
 * @param from Address of the source as the destination's PostgreSQL reaches it.
 */
export async function createSubscription(
  destination: MoveDatabaseConnection,
  workspaceId: string,
  from: string,
): Promise<void> {
  const name = databaseObjectNameOfMove(workspaceId);
  await destination.run(
    `create subscription ${name} connection ${literal(from)} publication ${name}
     with (create_slot = false, slot_name = '${name}', synchronous_commit = 'local', disable_on_error = true)`,
  );
}

export type CopiedTableCounts = { tables: number; copied: number };

/** Returns how many tables there are and have been copied. @throws if PostgreSQL has given up */
export async function countCopiedTables(
  destination: MoveDatabaseConnection,
  workspaceId: string,
): Promise<CopiedTableCounts> {
  const found = await destination.one<CopiedTableCounts & { enabled: boolean }>(
    `select s.subenabled as enabled, count(*)::int as tables, (count(*) filter (where r.srsubstate = 'r'))::int as copied
     from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid
     where s.subname = $1 group by s.subenabled`,
    [databaseObjectNameOfMove(workspaceId)],
  );
  if (!found.enabled) {
    throw new Error('The replication stopped at an error; the log of the PostgreSQL of --to names it. Abort the move.');
  }
  return found;
}

/** Lets a subscription that stopped at an error try again. */
export async function retryStoppedSubscription(
  destination: MoveDatabaseConnection,
  workspaceId: string,
): Promise<void> {
  await destination.run(`alter subscription ${databaseObjectNameOfMove(workspaceId)} enable`);
}

/**
 * Waits until the destination has applied everything that was committed at the source before the call.
 * @param within Milliseconds.
 * @returns false if it took longer
 */
export async function awaitDestinationCaughtUp(
  source: MoveDatabaseConnection,
  workspaceId: string,
  within: number,
): Promise<boolean> {
  const until = performance.now() + within;
  const { at } = await source.one<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
  // Written to the disk, which a commit before may not be yet: only what is there is sent.
  await source.transaction(async () => {
    await source.run('set local synchronous_commit = on');
    await source.rows(`select pg_logical_emit_message(true, 'workspace move', '')`);
  });
  for (;;) {
    const { done } = await source.one<{ done: boolean }>(
      'select coalesce(confirmed_flush_lsn >= $2::pg_lsn, false) as done from pg_replication_slots where slot_name = $1',
      [databaseObjectNameOfMove(workspaceId), at],
    );
    if (done) return true;
    if (performance.now() > until) return false;
    await sleep(5);
  }
}

/** Ends the replication on both sides, whatever there is of it. */
export async function endReplication(
  source: MoveDatabaseConnection,
  destination: MoveDatabaseConnection,
  workspaceId: string,
): Promise<void> {
  const name = databaseObjectNameOfMove(workspaceId);
  if (await isSubscribed(destination, workspaceId)) {
    await destination.run(`alter subscription ${name} disable`);
    // With its slot, and those of tables that are being copied.
    await destination.run(`drop subscription ${name}`);
  }
  const slot = [name];
  await source.rows(
    `select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1 and active_pid is not null`,
    slot,
  );
  for (let tries = 0; ; tries++) {
    try {
      await source.rows(
        'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
        slot,
      );
      break;
    } catch (error) {
      if (tries === 50) throw error;
      await sleep(100);
    }
  }
  await source.run(`drop publication if exists ${name}`);
}
