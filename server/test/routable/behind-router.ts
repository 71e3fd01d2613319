import { appendFileSync } from 'node:fs';
import { freshDatabaseUrl } from '../database.ts';
import { startRouter } from './router.ts';

/** File for what routers have counted, set by `routable.deep.ts`: servers of tests then run behind a router. */
const { ROUTED_FILE } = process.env;

export const isBehindRouter = ROUTED_FILE !== undefined;

/**
 * Starts a router in front of this database, where all workspaces are, and of a new one for what belongs to none.
 * @throws at its end, if it has refused a statement
 */
export async function routerBefore(databaseUrl: string) {
  const urls = [await freshDatabaseUrl(), databaseUrl];
  const { routed, ...router } = await startRouter({ urls, databaseOf: () => 1 });
  return {
    url: router.url,
    shards: { urls, hints: true },
    async close() {
      await router.close();
      if (ROUTED_FILE !== undefined) appendFileSync(ROUTED_FILE, `${JSON.stringify(routed)}\n`);
      if (routed.refused.length > 0) throw new Error(`The router refused:\n${routed.refused.join('\n')}`);
    },
  };
}
