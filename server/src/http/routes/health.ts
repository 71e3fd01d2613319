import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pendingMigrations } from '../../database/migrate.ts';
import { ping } from '../../database/ping.ts';
import { AppError } from '../../errors.ts';
import type { ServerDependencies } from '../dependencies.ts';

/** How long the database may take to say that it is there, in milliseconds. */
const READY_PATIENCE = 3_000;

/**
 * `/healthz`: the process answers. `/readyz`: the database is reachable, its migrations are applied, and the server is
 * not about to stop.
 */
export function registerHealth(app: FastifyInstance, { pools, stopping }: ServerDependencies): void {
  let migrated = false;

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));

  app.get('/readyz', async (_request, reply) => {
    if (stopping.aborted) throw new AppError('unavailable', 'This instance is about to stop. Ask another one.');
    await Promise.race([ping(pools.health), givesUp()]);
    migrated ||= (await pendingMigrations(pools.health.pool)) === 0;
    if (!migrated) throw new AppError('unavailable', 'The database has to be migrated. Run wtp migrate.');
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}

async function givesUp(): Promise<never> {
  await sleep(READY_PATIENCE, undefined, { ref: false });
  throw new AppError('unavailable', 'The database doesn’t answer.');
}
