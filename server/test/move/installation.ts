import { inject } from 'vitest';
import { openOperatorDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/schema/migrate.ts';
import { startProcess } from '../process.ts';
import { KEYRING, startTestServer, type TestServer } from '../server.ts';

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

type Options = {
  databaseUrl: string;
  /** Its public address, which a move is given. */
  origin: string;
  env: Record<string, string>;
  /** Makes a workspace; the server would make the demo in a database that has none. */
  prepare: (server: TestServer) => Promise<unknown>;
};

/** One of the two installations of a move: a process that serves, and a server within the test that signs people in. */
export async function startInstallation({ databaseUrl, origin, env: more, prepare }: Options) {
  const env = {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: origin,
    AUTH_SECRET: 'x'.repeat(40),
    DATABASE_POOL_SIZE: '6',
    DATA_DIR: inject('dataFolder'),
    RATE_LIMIT_READS_PER_MINUTE: '0',
    RATE_LIMIT_WRITES_PER_MINUTE: '0',
    RATE_LIMIT_PEOPLE_PER_MINUTE: '0',
    ...KEYRING,
    ...more,
  };
  const db = await openOperatorDatabase(databaseUrl, 1);
  await migrate(db);
  await db.close();
  const server = await startTestServer({ databaseUrl, env: more });
  await prepare(server);
  const { base } = startProcess({ ...env, PUBLIC_URL: '' });
  return { env, server, db: server.db, base: await base, origin };
}
