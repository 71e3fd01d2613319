import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startProcess } from '../../../../test/process.ts';
import { startEmbeddedPostgres } from '../../../database/embedded/embedded-postgres.ts';
import { migrate } from '../../../database/schema/migrate.ts';
import { openOperatorDatabase } from '../../../database/database.ts';
import { POOLED, sourceOf, startJobsServer, untilJob } from '../jobs/ai-jobs-fixture.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'training-away-'));
const start = () => startEmbeddedPostgres({ folder, flags: ['-c', 'fsync=off'] });
let postgres = await start();
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});
const db = await openOperatorDatabase(postgres.url, 2);
await migrate(db);
await db.close();
// This server accepts requests; a separate process runs the jobs and could crash.
const { server, providers, trainer } = await startJobsServer({ databaseUrl: postgres.url, jobs: false });

test('a database that goes away while jobs run does not end the server, and when it is back they are finished', async () => {
  const worker = startProcess({ DATABASE_URL: postgres.url, ...providers.env, ANTHROPIC_API_KEY: POOLED.generation });
  await worker.base;
  const { client } = await trainer();
  const release = providers.hold();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await client.ai.generateCards.mutate({ source: sourceOf(1), count: 2 })).id);
  await expect.poll(() => providers.requests.length).toBe(3);
  await postgres.stop();
  // The answers arrive now, but can't be written.
  release();
  await expect.poll(worker.output).toMatch(/Running AI jobs( in the background)? failed/);
  postgres = await start();
  await server.db.pool.query(`update ai_jobs set leased_until = now() where state = 'running'`);
  for (const id of ids) expect(await untilJob(client, id, 'succeeded', 'failed')).toMatchObject({ error: null });
  expect(worker.child.exitCode).toBeNull();
});
