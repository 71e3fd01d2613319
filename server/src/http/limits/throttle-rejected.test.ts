import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { rawRequest } from '../../../test/raw-request.ts';
import { startTestServer } from '../../../test/server.ts';
import { HTTP_LIMITS } from './limits.ts';

const MOST = 10;
const PATHS = {
  'a session': '/api/trpc/users.list?input={}',
  'a token': '/api/v1/analytics',
  'a session that downloads': '/api/workspaces/nope/people',
};
type By = keyof typeof PATHS;

/** Long enough that no new window begins during a test. */
const HOUR = 3_600_000;

const bounds = { refusals: { ...HTTP_LIMITS.refusals, most: MOST, within: HOUR, delay: 50, waiting: 3 } };
const server = await startTestServer({ bounds });

/** Two users of the same office whose requests are all refused: one to throttle, and a colleague. */
async function office(by: By) {
  const workspace = await server.make.workspace();
  const somebody = async (): Promise<Record<string, string>> => {
    if (by === 'a token') {
      const { token } = await server.make.token(workspace, ['users:read']);
      return { authorization: `Bearer ${token}` };
    }
    const { email } = await server.make.user(workspace, { role: 'super_admin' });
    return { cookie: await server.signIn(email), [WORKSPACE_HEADER]: 'nope' };
  };
  return { refused: await somebody(), colleague: await somebody() };
}

const ask = (path: string, headers: Record<string, string>, base = server.base) => fetch(`${base}${path}`, { headers });

/** Sends requests until the sender is throttled. Returns the last refusal before that. */
async function exhaust(path: string, headers: Record<string, string>, base = server.base) {
  let last: Response | undefined;
  for (let n = 0; n <= MOST; n++) {
    last = await ask(path, headers, base);
    expect(last.status).toBe(403);
  }
  return last!;
}

const shapeOf = (value: unknown): unknown =>
  value instanceof Object
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]))
    : typeof value;

// rules/bounds 12
test.for(['a session', 'a token', 'a session that downloads'] as const)(
  'who is refused again and again by %s is told so late, without being looked up, and nobody else is',
  async (by) => {
    const { refused, colleague } = await office(by);
    const before = await exhaust(PATHS[by], refused);
    const held = await ask(PATHS[by], refused);
    expect([held.status, held.headers.get('retry-after'), held.headers.get('connection')]).toEqual([
      503,
      '3600',
      'close',
    ]);
    for (const name of ['content-type', 'cache-control', 'vary', 'content-security-policy', 'x-content-type-options']) {
      expect(held.headers.get(name), name).toBe(before.headers.get(name));
    }
    const body: unknown = await held.json();
    expect(shapeOf(body)).toEqual(shapeOf(await before.json()));
    expect(JSON.stringify(body)).toContain(`"${held.headers.get('x-request-id')}"`);
    expect(JSON.stringify(body)).toContain('"busy"');
    // Same address and same workspace.
    expect((await ask(PATHS[by], colleague)).status).toBe(403);
    expect((await ask('/readyz', refused)).status).toBe(200);
  },
);

// rules/bounds 12
test('of who is held nothing is looked up', async () => {
  const { refused } = await office('a session');
  await exhaust(PATHS['a session'], refused);
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('lock table directory.auth_sessions in access exclusive mode');
  expect((await ask(PATHS['a session'], refused)).status).toBe(503);
  await beside.query('rollback');
});

// rules/bounds 12
test('requests without credentials are counted by address, and those with credentials go on from there', async () => {
  const refusals = { ...bounds.refusals, mostOfAddress: 2 * MOST };
  const own = await startTestServer({ bounds: { refusals } });
  const { email } = await own.make.user(await own.make.workspace());
  const cookie = await own.signIn(email);
  const statusOf = async (headers: Record<string, string> = {}) =>
    (await ask(PATHS['a token'], headers, own.base)).status;
  for (let n = 0; n <= 2 * MOST; n++) expect(await statusOf()).toBe(401);
  expect(await statusOf()).toBe(503);
  expect(await statusOf({ authorization: 'Bearer made-up' })).toBe(401);
  expect((await ask(PATHS['a session'], { cookie }, own.base)).status).toBe(403);
  expect((await ask('/api/auth/methods', {}, own.base)).status).not.toBe(503);
  // Another address behind the same proxy.
  expect(await statusOf({ 'x-forwarded-for': '203.0.113.9' })).toBe(401);
});

// rules/bounds 12
test('whoever is held can sign out', async () => {
  const { refused } = await office('a session');
  await exhaust(PATHS['a session'], refused);
  const headers = { ...refused, origin: server.base, 'content-type': 'application/json' };
  const answer = await fetch(`${server.base}/api/auth/sign-out`, { method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(200);
});

test('whoever was held is let in again once they have been quiet', { tags: ['deep'] }, async () => {
  const brief = await startTestServer({ bounds: { refusals: { ...bounds.refusals, within: 2_000, delay: 0 } } });
  const headers = { cookie: await brief.signIn((await brief.make.user(await brief.make.workspace())).email) };
  const asked = async () => (await ask(PATHS['a session'], headers, brief.base)).status;
  // Enough to fill one window, even if the requests are spread over two.
  await expect.poll(() => Promise.all(Array.from({ length: 2 * MOST + 2 }, asked))).toContain(503);
  await expect.poll(asked, { interval: 400 }).toBe(403);
});

// rules/bounds 12
test('so many connections wait, each for one answer, and the next is answered at once', async () => {
  const patient = await startTestServer({
    bounds: { refusals: { ...bounds.refusals, delay: 600_000 } },
    keepOpen: true,
  });
  const { email } = await patient.make.user(await patient.make.workspace());
  const headers = { cookie: await patient.signIn(email) };
  const path = PATHS['a session'];
  await exhaust(path, headers, patient.base);
  const open = () => rawRequest(patient.base, path, headers, 'GET');
  const waiting = [open(), open(), open()];
  const inTurn = async () => (await ask('/healthz', {}, patient.base)).status;
  expect(await inTurn()).toBe(200);
  const next = open();
  await expect.poll(next.status).toBe(503);
  await expect.poll(next.isClosed).toBe(true);
  // A second request on a waiting connection doesn't get a response of its own.
  waiting[0]!.socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${headers.cookie}\r\n\r\n`);
  // Closing a connection frees a place.
  waiting[2]!.socket.destroy();
  expect(await inTurn()).toBe(200);
  const last = open();
  expect(await inTurn()).toBe(200);
  expect([...waiting, last].map(({ status }) => status())).toEqual([0, 0, 0, 0]);
  // Waiting requests are answered when the server stops.
  await patient.close();
  for (const { status, answer } of [waiting[0]!, waiting[1]!, last]) {
    await expect.poll(status).toBe(503);
    expect(answer().split('HTTP/1.1').length - 1).toBe(1);
  }
});
