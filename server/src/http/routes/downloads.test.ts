import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { HTTP_LIMITS } from '../limits/limits.ts';

const MEBIBYTE = 1024 * 1024;
/** Milliseconds; 0 disables the timeout, so waits for a test's lock don't end by themselves. */
const limits = { lock: 0, statement: 0 };

/** Creates a user who may download the list of people, and a token of the same workspace. */
async function office(server: TestServer) {
  const { workspace, token } = await server.api(['users:read']);
  const { email } = await server.make.user(workspace, { role: 'super_admin' });
  const cookie = await server.signIn(email);
  const download = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${server.base}/api/workspaces/${workspace.slug}/people`, { method, headers: { cookie, ...headers } });
  return { token: token.token, download };
}

/** Locks the list of people until it is released. Authentication still works. */
async function lockPeople(server: TestServer) {
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('lock table user_sign_ins in access exclusive mode');
  const waiting = async () => {
    // Queried outside the lock's transaction, which would return the same snapshot each time.
    const { rows } = await server.db.pool.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`);
    return rows[0]?.count;
  };
  return { waiting, release: () => beside.query('rollback') };
}

test('a file that is made piece by piece takes its turn for each piece, and leaves connections to others', async () => {
  // Two slots; a workspace may use one of them.
  const server = await startTestServer({ env: { DATABASE_POOL_SIZE: '4' }, limits });
  const [noisy, quiet] = [await office(server), await office(server)];
  const { waiting, release } = await lockPeople(server);
  const downloads = [1, 2, 3, 4].map(() => noisy.download().then((answer) => answer.text()));
  await expect.poll(waiting).toBeGreaterThan(0);
  for (let round = 0; round < 5; round++) {
    const { status } = await server.rest(quiet.token)('GET', '/api/token');
    expect([status, await waiting()], 'its share is one slot').toEqual([200, 1]);
  }
  await release();
  for (const text of await Promise.all(downloads)) expect(text).toContain('super_admin');
});

test('files that are not taken yet have their share of the memory: one more of a workspace is 503', async () => {
  const bounds = { answers: { ...HTTP_LIMITS.answers, ofWorkspace: 4 * MEBIBYTE } };
  const server = await startTestServer({ limits, bounds });
  const [noisy, other] = [await office(server), await office(server)];
  const { release } = await lockPeople(server);
  const downloads = [1, 2, 3, 4, 5].map(() => noisy.download());
  const refused = await Promise.any(
    downloads.map(async (each) => {
      const answer = await each;
      return answer.ok ? Promise.reject(new Error('It was taken.')) : answer;
    }),
  );
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await refused.json()).toMatchObject({ code: 'busy' });
  const served = other.download();
  await release();
  expect((await served).status).toBe(200);
  const taken = (await Promise.all(downloads)).filter(({ ok }) => ok);
  expect(taken).toHaveLength(4);
  // A finished download frees its memory. Each is read to its end, or the server would wait for it before it closes.
  for (const each of [await served, ...taken]) expect(await each.text()).toContain('super_admin');
  await expect
    .poll(async () => {
      const again = await noisy.download();
      await again.text();
      return again.status;
    })
    .toBe(200);
});

// rules/users 12
test('a file ends for whoever is deactivated, demoted or signed out while they read it', async () => {
  const server = await startTestServer({ limits });
  const workspace = await server.make.workspace();
  const other = await server.as('super_admin', workspace);
  for (const end of [
    (email: string) => other.users.upsert.mutate({ email, deactivate: true }),
    (email: string) => other.users.upsert.mutate({ email, role: 'learner' }),
    (_: string, cookie: string) =>
      fetch(`${server.base}/api/auth/sign-out`, { method: 'POST', headers: { cookie, origin: server.base } }),
  ]) {
    const { email } = await server.make.user(workspace, { role: 'super_admin' });
    const cookie = await server.signIn(email);
    const { waiting, release } = await lockPeople(server);
    const download = await fetch(`${server.base}/api/workspaces/${workspace.slug}/people`, { headers: { cookie } });
    expect(download.status).toBe(200);
    const text = download.text();
    text.catch(() => undefined);
    await expect.poll(waiting).toBe(1);
    await end(email, cookie);
    await release();
    await expect(text).rejects.toThrow('terminated');
  }
});

test('a file is not made for whoever does not take it: HEAD is 405', async () => {
  const server = await startTestServer();
  const { download } = await office(server);
  expect((await download({ origin: server.base }, 'HEAD')).status).toBe(405);
});
