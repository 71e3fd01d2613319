import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';
import { AuthLookupQueue } from './auth-lookups.ts';

/** Four connections: two lookups run at a time, one per session or token. */
const server = await startTestServer({ env: { DATABASE_POOL_SIZE: '4' } });

/** Signs in a user. The returned function requests a workspace the user isn't a member of. */
async function stranger() {
  const { email } = await server.make.user(await server.make.workspace());
  const cookie = await server.signIn(email);
  return () =>
    fetch(`${server.base}/api/trpc/courses.list?input={}`, { headers: { cookie, [WORKSPACE_HEADER]: 'nope' } });
}

/** Locks a table so that readers wait. The caller must roll back within 5 s, the lock timeout of requests. */
async function lock(table: string) {
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query(`lock table ${table} in access exclusive mode`);
  return beside;
}

test.for(['directory.auth_sessions', 'departments'])(
  'while one session floods the lookups of %s, others are found out, over REST and tRPC',
  async (table) => {
    const ask = await stranger();
    const quiet = await server.api(['catalog:read']);
    const beside = await lock(table);
    const asked = Array.from({ length: 40 }, () => ask());
    const blocked = async () => (await beside.query<{ count: number }>(LOCK_WAITS)).rows[0]?.count;
    await expect.poll(blocked).toBe(1);
    for (let round = 0; round < 3; round++) {
      expect((await quiet.call('GET', '/api/v1/catalog')).status).toBe(200);
      expect((await quiet.call('GET', '/api/trpc/catalog.list?input={}')).status).toBe(200);
      expect(await blocked(), 'its share is one').toBe(1);
    }
    await beside.query('rollback');
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(403);
  },
);

const LOCK_WAITS = `select count(*)::int as count from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`;

// rules/bounds 7
test('past 250 lookups of a session that wait, the answer is 503 at once, with Retry-After', async () => {
  const ask = await stranger();
  const quiet = await server.api(['catalog:read']);
  const beside = await lock('directory.auth_sessions');
  const answers: Response[] = [];
  const asked = Array.from({ length: 270 }, () => ask().then((answer) => answers.push(answer)));
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(19);
  for (const { status, headers } of answers) expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  expect((await quiet.call('GET', '/api/v1/catalog')).status).toBe(200);
  await beside.query('rollback');
  await Promise.all(asked);
});

const VALID = { actor: { id: 'a4c6b1b5-4c0e-4a6c-9d5e-0a4c3f1f2b77' } };
const someRequest = () => ({ ip: '192.0.2.1', sender: null, becomesKnown: () => undefined });

test('tokens that nobody has ever had share the line of their address, and one that was good has its own', async () => {
  const lookups = new AuthLookupQueue<typeof VALID>(4);
  const begun: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const look = (name: string, found?: typeof VALID) =>
    lookups.ofToken(someRequest(), name, async () => {
      begun.push(name);
      await ended;
      return found;
    });
  const good = lookups.ofToken(someRequest(), 'good', () => Promise.resolve(VALID));
  expect(await good).toBe(VALID);
  const all = Array.from({ length: 50 }, (_, n) => look(`made up ${n}`));
  all.push(look('good', VALID));
  await expect.poll(() => begun.toSorted()).toEqual(['good', 'made up 0', 'made up 1']);
  end();
  await Promise.all(all);
  // A token that has been revoked shares the queue of its address again.
  await lookups.ofToken(someRequest(), 'good', () => Promise.resolve(undefined));
  begun.length = 0;
  const last = [...Array.from({ length: 50 }, (_, n) => look(`made up ${n}`)), look('good')];
  await Promise.all(last);
  expect(begun.at(-1)).toBe('good');
});

test('requests of a token in the same turn of the event loop are looked up once, after all of them have come', async () => {
  const lookups = new AuthLookupQueue<typeof VALID>(8);
  let lookedUp = 0;
  const ask = (name: string) =>
    lookups.ofToken(someRequest(), name, () => {
      lookedUp++;
      return Promise.resolve(VALID);
    });
  const together = [ask('one'), ask('one'), ask('one')];
  expect(lookedUp, 'more may come').toBe(0);
  expect(await Promise.all([...together, ask('other')])).toEqual([VALID, VALID, VALID, VALID]);
  expect(lookedUp).toBe(2);
  await ask('one');
  expect(lookedUp, 'what was found is not kept').toBe(3);
});

// rules/bounds 7
test('a session and its member are looked up in one turn, and who may not enter is known, too', async () => {
  const lookups = new AuthLookupQueue<typeof VALID>(2);
  const order: string[] = [];
  const known: unknown[] = [];
  const ask = async (name: string) => {
    const request = { ...someRequest(), becomesKnown: (by: unknown) => known.push(by) };
    const find = async () => {
      order.push(`session of ${name}`);
      return Promise.resolve(name);
    };
    const refuse = async (who: string) => {
      order.push(`member ${who}`);
      await new Promise(setImmediate);
      throw new Error(`${who} is no member`);
    };
    const found = await lookups.ofSession(request, { id: 'one', find }, refuse, () => undefined);
    await expect(found?.member).rejects.toThrow(`${name} is no member`);
  };
  await Promise.all([ask('a'), ask('b')]);
  expect(order).toEqual(['session of a', 'member a', 'session of b', 'member b']);
  expect(known).toEqual([1, 2].map(() => ({ kind: 'session', id: 'one' })));
});

// rules/tokens 7
test('a request that comes while its token is looked up is not answered by that lookup', async () => {
  const lookups = new AuthLookupQueue<typeof VALID>(8);
  const token = 'token';
  let end = () => {};
  const slow = new Promise<typeof VALID>((resolve) => (end = () => resolve(VALID)));
  let begun = false;
  const before = lookups.ofToken(someRequest(), token, () => {
    begun = true;
    return slow;
  });
  await expect.poll(() => begun).toBe(true);
  const after = lookups.ofToken(someRequest(), token, () => Promise.resolve(undefined));
  expect(await after).toBeUndefined();
  end();
  expect(await before).toBe(VALID);
});

// rules/bounds 7
test('requests of a token whose lookups all run share the next one, 250 at most, and more are busy', async () => {
  const lookups = new AuthLookupQueue<typeof VALID>(2);
  const ends: (() => void)[] = [];
  const ask = () => lookups.ofToken(someRequest(), 'token', () => new Promise((end) => ends.push(() => end(VALID))));
  const first = ask();
  await expect.poll(() => ends.length).toBe(1);
  const waiting = Array.from({ length: 250 }, ask);
  await expect(ask()).rejects.toMatchObject({ code: 'busy' });
  ends[0]?.();
  await expect.poll(() => ends.length, { message: 'one for all of them' }).toBe(2);
  ends[1]?.();
  expect(new Set(await Promise.all([first, ...waiting]))).toEqual(new Set([VALID]));
});

test('a lookup that fails fails for those who share it, and not for those who come after it', async () => {
  const lookups = new AuthLookupQueue<typeof VALID>(8);
  const ask = (find: () => Promise<typeof VALID>) => lookups.ofToken(someRequest(), 'token', find);
  const together = [ask(() => Promise.reject(new Error('lost'))), ask(() => Promise.resolve(VALID))];
  for (const result of await Promise.allSettled(together)) expect(result.status).toBe('rejected');
  expect(await ask(() => Promise.resolve(VALID))).toBe(VALID);
});
