import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { connect } from './database.ts';
import { startTestServer } from './server.ts';

// rules/tokens 7
test('a token that one instance revokes is dead on the other at once', async () => {
  const one = await startTestServer();
  const two = await startTestServer({ databaseUrl: one.databaseUrl });
  for (let round = 0; round < 5; round++) {
    const { workspace, token } = await one.api(['users:read']);
    const admin = await one.as('super_admin', workspace);
    expect((await two.rest(token.token)('GET', '/api/v1/users')).status).toBe(200);
    await admin.tokens.revoke.mutate({ id: token.id });
    expect((await two.rest(token.token)('GET', '/api/v1/users')).status).toBe(401);
  }
});

/** Calls a procedure with a token as often as it has inputs, in one batch. Returns the status of each call. */
async function batch(base: string, token: string, procedure: string, inputs: object[], method: 'GET' | 'POST') {
  const input = JSON.stringify(Object.fromEntries(inputs.entries()));
  const query = method === 'GET' ? `&input=${encodeURIComponent(input)}` : '';
  const names = inputs.map(() => procedure).join(',');
  const answer = await fetch(`${base}/api/trpc/${names}?batch=1${query}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: input }),
  });
  const Answer = z.object({ error: z.object({ data: z.object({ httpStatus: z.int() }) }).optional() });
  const answers = z.array(Answer).parse(await answer.json());
  return answers.map(({ error }) => error?.data.httpStatus ?? 200);
}

const metricsOf = async (base: string) => (await fetch(`${base}/metrics`)).text();

const WAITING = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
/** Waits for the lock that writes hold their token with. */
const REVOKING = `${WAITING} and wait_event = 'advisory'`;

// rules/tokens 8
test('writes of a batch that begin after their token was revoked are refused, and none commits after that', async () => {
  const one = await startTestServer();
  const two = await startTestServer({ databaseUrl: one.databaseUrl });
  const { workspace, token } = await one.api(['users:write']);
  const admin = await two.as('super_admin', workspace);
  const users = await Promise.all(Array.from({ length: 20 }, () => one.make.user(workspace)));
  const beside = await connect(one.databaseUrl);
  await beside.query('begin');
  await beside.query('select from users where id = any($1) for update', [users.map(({ id }) => id)]);
  const inputs = users.map(({ email }) => ({ email, full_name: 'Changed' }));
  const writing = batch(one.base, token.token, 'users.upsert', inputs, 'POST');
  const countOf = async (query: string, values: string[] = []) => (await one.db.pool.query(query, values)).rowCount;
  await expect.poll(() => countOf(WAITING)).toBeGreaterThan(1);
  const changed = () => countOf(`select from users where workspace_id = $1 and full_name = 'Changed'`, [workspace.id]);
  const revoked = admin.tokens.revoke.mutate({ id: token.id }).then(changed);
  await expect.poll(() => countOf(REVOKING)).toBeGreaterThan(0);
  await beside.query('commit');
  const statuses = await writing;
  const done = statuses.filter((status) => status === 200).length;
  expect(statuses.filter((status) => status === 401)).toHaveLength(20 - done);
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(20);
  expect(await changed()).toBe(done);
  expect(await revoked).toBe(done);
});

// rules/tokens 7
test('reads that waited for their turn while their token was revoked are refused: of a batch, and over REST', async () => {
  const one = await startTestServer();
  const two = await startTestServer({ databaseUrl: one.databaseUrl });
  const { workspace, token, call } = await one.api(['catalog:read']);
  const admin = await two.as('super_admin', workspace);
  const beside = await connect(one.databaseUrl);
  await beside.query('begin');
  await beside.query('lock table courses in access exclusive mode');
  const reading = batch(one.base, token.token, 'catalog.list', Array(20).fill({}), 'GET');
  /** Requests in turn, whether they are worked on or wait. */
  const inTurn = async () => {
    const counts = (await metricsOf(one.base)).matchAll(/^http_requests_in_turn\{state="\w+"\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  await expect.poll(inTurn).toBe(20);
  const overRest = call('GET', '/api/v1/catalog');
  await expect.poll(inTurn).toBe(21);
  await admin.tokens.revoke.mutate({ id: token.id });
  await beside.query('commit');
  const statuses = await reading;
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set([200, 401]));
  expect((await overRest).status).toBe(401);
});

// rules/users 12
test('reads of a person that waited for their turn while they were deactivated are refused', async () => {
  const one = await startTestServer();
  const two = await startTestServer({ databaseUrl: one.databaseUrl });
  const workspace = await one.make.workspace();
  const admin = await two.as('super_admin', workspace);
  const { email } = await one.make.user(workspace, { role: 'auditor' });
  const headers = { cookie: await one.signIn(email), [WORKSPACE_HEADER]: workspace.slug };
  const beside = await connect(one.databaseUrl);
  await beside.query('begin');
  await beside.query('lock table courses in access exclusive mode');
  const reads = Promise.allSettled(Array.from({ length: 20 }, () => one.client(headers).courses.list.query({})));
  const waiting = async () => /^http_requests_in_turn\{state="waiting"\} (\d+)$/m.exec(await metricsOf(one.base))?.[1];
  await expect.poll(waiting).toBe('14');
  await admin.users.upsert.mutate({ email, deactivate: true });
  await beside.query('commit');
  const refusals = (await reads).filter(({ status }) => status === 'rejected');
  expect(refusals).toHaveLength(14);
  for (const refusal of refusals) expect(refusal).toMatchObject({ reason: { data: { httpStatus: 401 } } });
});

test('a catalog that one instance changes is new on the other at once', async () => {
  const one = await startTestServer();
  const two = await startTestServer({ databaseUrl: one.databaseUrl });
  const { workspace, token } = await one.api(['catalog:read']);
  for (let n = 1; n <= 5; n++) {
    await one.make.course(workspace);
    for (const server of [one, two]) {
      expect((await server.rest(token.token)('GET', '/api/v1/catalog')).json).toHaveLength(n);
    }
  }
});
