import pg from 'pg';
import { afterAll } from 'vitest';
import { openOperatorDatabase, type OperatorDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/schema/migrate.ts';
import { makerFor } from '../make.ts';
import { startProcess } from '../process.ts';
import { KEYRING } from '../server.ts';
import { Cluster } from './cluster.ts';

const DATABASE = 'training';

/** A primary with a migrated database and streaming standbys, removed after the test file. */
export async function startReplicated(count: number) {
  // A commit is flushed before it is acknowledged, as in production; the disk isn't waited for.
  const primary = await Cluster.primary('-c', 'fsync=off', '-c', 'max_standby_streaming_delay=200ms');
  const clusters = [primary];
  let db: OperatorDatabase | undefined;
  afterAll(async () => {
    await db?.close();
    for (const cluster of clusters.toReversed()) await cluster.remove();
  });
  const client = new pg.Client({ connectionString: primary.url() });
  await client.connect();
  await client.query(`create database ${DATABASE}`);
  await client.end();
  db = await openOperatorDatabase(primary.url(DATABASE), 4);
  await migrate(db);
  // One that is in use, so that servers make no demo workspace.
  await makerFor(db).workspace();
  const standbys: Cluster[] = [];
  for (let n = 0; n < count; n++) standbys.push(await primary.standby());
  clusters.push(...standbys);
  const urls = standbys.map((standby) => standby.url(DATABASE));
  const databaseUrl = primary.url(DATABASE);
  return {
    db,
    primary,
    standbys,
    databaseUrl,
    urls,
    /** A server process, on these replicas. Its sessions are valid on all others. */
    async start(replicas: readonly string[] = urls) {
      const server = startProcess({
        ...KEYRING,
        AUTH_SECRET: 'x'.repeat(40),
        DATABASE_URL: databaseUrl,
        DATABASE_READ_URL: replicas.join(','),
        RATE_LIMIT_READS_PER_MINUTE: '0',
        RATE_LIMIT_WRITES_PER_MINUTE: '0',
      });
      const base = new URL(await server.base).origin;
      const pid = server.child.pid ?? 0;
      return { base, pid, stop: () => server.child.kill('SIGTERM') && server.ended };
    },
  };
}

/** Reads that replicas and the primary have answered for a server. */
export async function answeredBy(base: string): Promise<{ replica: number; primary: number }> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const count = (by: string) =>
    Number(new RegExp(`database_replica_reads_total\\{answered_by="${by}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  return { replica: count('replica'), primary: count('primary') };
}

/** Returns for each replica whether a server uses it. */
export async function usedBy(base: string): Promise<boolean[]> {
  const answer = await fetch(`${base}/readyz`);
  const { replicas } = (await answer.json()) as { replicas: { used: boolean }[] };
  return replicas.map(({ used }) => used);
}
