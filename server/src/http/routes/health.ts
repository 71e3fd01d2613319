import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { countPendingMigrations } from '../../database/schema/migrate.ts';
import { findWriteProblem } from '../../database/database-unavailable.ts';
import { AppError } from '../../core/errors.ts';
import { databaseUnavailableError } from '../problem.ts';
import { shareNextCall } from '../../platform/concurrency/share-calls.ts';
import { readReplicationState } from '../../database/replicas/replication.ts';
import { isFromThisMachine } from '../this-machine.ts';
import type { ServerDependencies } from '../dependencies.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';

const PING = defineStatement({ name: 'ping', scope: 'global', sql: 'select 1' });

/** @throws if the database is unavailable. */
async function ping({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await PING.run(pool);
}

/** Milliseconds the database may take to answer the readiness check. */
const READY_PATIENCE = 3_000;

/** Milliseconds for which a successful write check is cached: anyone can call the route, and each check writes. */
const WRITABLE_FOR = 5_000;

/**
 * Registers `/healthz` (the process responds) and `/readyz` (the database is reachable and writable, all migrations are
 * applied, and the server isn't shutting down). It also tells the lag of each replica, in the order of the setting;
 * without any, the server is still ready. This machine is told which PostgreSQL answers, with its standbys. Each of
 * several databases must be ready.
 */
export function registerHealthRoutes(app: FastifyInstance, { pools, stopping }: ServerDependencies): void {
  let migrated = false;
  let writableUntil = 0;

  // Shared by concurrent requests: anyone can call the route.
  const assertWritable = shareNextCall(async () => {
    const asked = performance.now();
    if (asked < writableUntil) return;
    for (const { health } of pools.shards) {
      const unavailable = await findWriteProblem(health);
      if (unavailable) throw databaseUnavailableError(unavailable);
    }
    writableUntil = asked + WRITABLE_FOR;
  });

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));

  app.get('/readyz', async (request, reply) => {
    if (stopping.aborted) throw new AppError('unavailable', 'This instance is about to stop. Ask another one.');
    const all = pools.shards.map(({ health }) => health);
    await Promise.race([Promise.all(all.map(ping)), givesUp()]);
    migrated ||= (await Promise.all(all.map(({ pool }) => countPendingMigrations(pool)))).every(
      (pending) => pending === 0,
    );
    if (!migrated) throw new AppError('unavailable', 'The database has to be migrated. Run wtp migrate.');
    await assertWritable();
    const [database, ...others] = isFromThisMachine(request) ? await Promise.all(all.map(readReplicationState)) : [];
    // Without addresses and errors, because anyone can call the route.
    const replicas = pools.replicas?.states.map(({ reason, lag }) => ({
      used: reason === undefined,
      lag_ms: Math.round(lag),
    }));
    return reply.header('cache-control', 'no-store').send({
      status: 'ready',
      ...(replicas && { replicas }),
      ...(others.length > 0 ? { databases: [database, ...others] } : { database }),
    });
  });
}

async function givesUp(): Promise<never> {
  await sleep(READY_PATIENCE, undefined, { ref: false });
  throw new AppError('unavailable', 'The database doesn’t answer.');
}
