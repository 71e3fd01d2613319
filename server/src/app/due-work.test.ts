import { expect, test } from 'vitest';
import { connect } from '../../test/database.ts';
import { startTestServer } from '../../test/server.ts';
import { createDueWorkCounter } from './due-work.ts';

const server = await startTestServer();
const { db, pools, base } = server;

const counts = async () => Object.fromEntries((await createDueWorkCounter(db)()).map(({ queue, due }) => [queue, due]));

test('metrics have the due work of each queue, and not what is planned or worked on', async () => {
  const before = await counts();
  expect(Object.keys(before)).toContain('webhooks');
  expect(new Set(Object.values(before))).toEqual(new Set([0]));
  const add = `graphile_worker.add_job('remove_expired', run_at`;
  await db.pool.query(
    `select ${add} := now() - interval '1 minute'), ${add} := now()), ${add} := now() + interval '1 hour')`,
  );
  expect(await counts()).toEqual({ ...before, jobs: 2 });
  await expect
    .poll(async () => (await fetch(`${base}/metrics`)).text())
    .toMatch(/^queue_due_items\{queue="jobs"\} 2$/m);
});

test('a database that does not answer leaves them out, and the other metrics come at once', async () => {
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('lock table ai_jobs in access exclusive mode');
  // While the lock is held, it would wait for ever.
  expect(await createDueWorkCounter(pools.streams)()).toEqual([]);
  await beside.query('rollback');
});
