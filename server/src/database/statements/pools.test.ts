import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer({ env: { DATABASE_POOL_SIZE: '4' }, limits: { lock: 200, statement: 1_000 } });

// rules/bounds 6
test('what holds a connection may not ask for another one, neither of a pool nor through entities', async () => {
  const db = await freshDatabase();
  const asking = (ask: () => Promise<unknown>) => db.em.fork().transactional(() => ask());
  await expect(asking(() => db.pool.query('select 1'))).rejects.toThrow(/second connection/);
  await expect(asking(() => db.pool.connect())).rejects.toThrow(/second connection/);
  await expect(asking(() => db.em.fork().execute('select 1'))).rejects.toThrow(/second connection/);
  await expect(asking(() => db.em.fork().transactional(() => Promise.resolve()))).rejects.toThrow(/second connection/);
  let later: Promise<unknown> | undefined;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  await asking(async () => {
    later = ended.then(() => db.pool.query('select 1'));
  });
  end();
  await expect(later, 'what a transaction leaves behind may').resolves.toMatchObject({ rowCount: 1 });
  await db.close();
});

// rules/bounds 6
test('readiness, event streams and jobs have connections where requests have none left', async () => {
  const { pools } = server;
  const taken = await Promise.all(Array.from({ length: 4 }, () => pools.requests.pool.connect()));
  try {
    expect((await server.rest()('GET', '/readyz')).status).toBe(200);
    for (const { pool } of [pools.streams, pools.jobs]) expect((await pool.query('select 1')).rowCount).toBe(1);
  } finally {
    for (const client of taken) client.release();
  }
});

// rules/bounds 6
test('a request that waits for a lock, or works too long, is 503 with words of what to do, and has written nothing', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const user = await server.make.user(workspace, { role: 'learner', email: 'a@example.com' });
  const beside = await server.db.pool.connect();
  await beside.query('begin');
  await beside.query('select 1 from users where workspace_id = $1 for update', [workspace.id]);
  const locked = await call('POST', '/api/v1/users', { email: 'a@example.com', full_name: 'New' });
  expect(locked).toMatchObject({ status: 503, json: { code: 'busy', detail: expect.stringContaining('Try again') } });
  expect(locked.headers.get('content-type')).toContain('application/problem+json');
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  await beside.query('rollback');
  beside.release();
  const { rows } = await server.db.pool.query('select full_name from users where id = $1', [user.id]);
  expect(rows).not.toEqual([{ full_name: 'New' }]);
  await expect(server.pools.requests.pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
});

// rules/bounds 6
test('migrations and commands have no limits', async () => {
  const { rows } = await server.db.pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
  );
  expect(rows).toEqual([{ statement: '0', lock: '0' }]);
});
