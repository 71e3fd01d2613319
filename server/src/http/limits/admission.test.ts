import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startJobsServer } from '../../features/ai/jobs/ai-jobs-fixture.ts';
import { authoringOn, card } from '../../features/courses/modules/authoring-fixture.ts';
import { appErrorOf } from '../problem.ts';
import { AdmissionControl, registerUnauthenticatedAdmission } from './admission.ts';

/** Two slots; a workspace may use one of them. */
const { server } = await startJobsServer({ env: { DATABASE_POOL_SIZE: '4' } });
const { draft } = authoringOn(server);
const lockWaits = `select count(*)::int as count from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`;

// rules/bounds 7
test('a workspace whose saves and generations wait for a lock stops neither another one nor readiness', async () => {
  const noisy = await draft();
  const quiet = await draft();
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select 1 from modules where id = $1 for update', [noisy.module.id]);
  const save = { module_id: noisy.module.id, section: 'flashcards' as const, version: 1, items: [card()] };
  const source = { title: 'Brakes', text: 'Check the brakes before the first drive.' };
  const pending = [
    ...Array.from({ length: 24 }, () => noisy.client.modules.saveSection.mutate(save)),
    ...Array.from({ length: 2 }, () =>
      noisy.client.modules.generate.mutate({ module_id: noisy.module.id, section: 'quiz', source, count: 1 }),
    ),
  ];
  const all = Promise.allSettled(pending);
  const waiting = async () => (await server.db.pool.query<{ count: number }>(lockWaits)).rows[0]?.count;
  await expect.poll(waiting).toBe(1);
  for (let round = 0; round < 5; round++) {
    expect((await server.rest()('GET', '/readyz')).status).toBe(200);
    const { flashcards } = await quiet.client.modules.get.query({ id: quiet.module.id });
    await quiet.client.modules.saveSection.mutate({
      module_id: quiet.module.id,
      section: 'flashcards',
      version: flashcards.version,
      items: [card()],
    });
    expect(await waiting(), 'its share is one slot').toBeLessThanOrEqual(1);
  }
  await beside.query('rollback');
  for (const answer of await all) {
    if (answer.status === 'rejected') expect(answer.reason.data.app_code).toMatch(/^(stale_version|busy)$/);
  }
});

// rules/bounds 7
test('past what may wait, the answer is 503 at once, with Retry-After; another workspace is served', async () => {
  const { workspace, call } = await server.api(['users:write']);
  const other = await server.api(['users:write']);
  await server.make.user(workspace, { role: 'learner', email: 'a@example.com' });
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select 1 from users where workspace_id = $1 for update', [workspace.id]);
  const answers: Awaited<ReturnType<typeof call>>[] = [];
  const asked = Array.from({ length: 270 }, (_, n) =>
    call('POST', '/api/v1/users', { email: 'a@example.com', full_name: `Name ${n}` }).then((answer) => {
      answers.push(answer);
    }),
  );
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(270 - 251);
  for (const { status, json, headers } of answers) {
    expect([status, json.code, headers.get('retry-after')]).toEqual([503, 'busy', '2']);
  }
  const served = await other.call('POST', '/api/v1/users', { email: 'b@example.com', full_name: 'B' });
  expect(served.status).toBe(201);
  await beside.query('rollback');
  await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
});

test('whoever is signed in does not wait behind everybody of their address', async () => {
  const people = await Promise.all([1, 2].map(async () => server.make.user(await server.make.workspace())));
  const [noisy = '', quiet = ''] = await Promise.all(people.map(({ email }) => server.signIn(email)));
  const ask = (cookie: string) => fetch(`${server.base}/api/trpc/session.current`, { headers: { cookie } });
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('lock table departments in access exclusive mode');
  const statuses: number[] = [];
  const asked = Array.from({ length: 60 }, () => ask(noisy).then(({ status }) => statuses.push(status)));
  await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(9);
  expect(new Set(statuses)).toEqual(new Set([503]));
  const served = ask(quiet);
  const waiting = async () => (await beside.query<{ count: number }>(lockWaits)).rows[0]?.count;
  await expect.poll(waiting).toBe(2);
  await beside.query('rollback');
  expect((await served).status).toBe(200);
  await Promise.all(asked);
});

// rules/bounds 7
test('signing in has the slot of its address, however its own address is written', async () => {
  const admission = new AdmissionControl(10);
  const app = Fastify();
  registerUnauthenticatedAdmission(app, admission);
  app.get('/api/auth/used', () => admission.unknown.used);
  for (const url of ['/api/auth/used', '/api/%61uth/used']) {
    expect((await app.inject({ url })).json()).toBe(1);
  }
});

test('behind a proxy that nobody told us of, one person’s sign-ins wait behind each other, and not another’s', async () => {
  const admission = new AdmissionControl(10);
  const app = Fastify();
  registerUnauthenticatedAdmission(app, admission);
  app.setErrorHandler((error, _request, reply) => reply.code(appErrorOf(error).status).send());
  const served: unknown[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  app.get('/api/auth/slow', async (request) => {
    served.push(request.headers['x-forwarded-for']);
    await ended;
    return '';
  });
  let refused = 0;
  const ask = async (person: string) => {
    const headers = { 'x-forwarded-for': person };
    const answer = await app.inject({ url: '/api/auth/slow', remoteAddress: '172.17.0.1', headers });
    if (answer.statusCode === 503) refused++;
    return answer.statusCode;
  };
  const noisy = Array.from({ length: 60 }, () => ask('203.0.113.7'));
  await expect.poll(() => refused).toBe(9);
  const quiet = ask('203.0.113.8');
  await expect.poll(() => admission.unknown.waiting).toBe(1);
  end();
  expect(await quiet).toBe(200);
  await Promise.all(noisy);
  expect(served.slice(0, 2)).toEqual(['203.0.113.7', '203.0.113.8']);
  expect(served).toHaveLength(52);
});

test('how one can sign in is told whatever waits, because it reads nothing', async () => {
  const workspace = await server.make.workspace();
  const cookie = await server.signIn((await server.make.user(workspace)).email);
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('lock table directory.auth_sessions in access exclusive mode');
  const slow = fetch(`${server.base}/api/trpc/session.current`, { headers: { cookie } });
  await expect.poll(async () => (await beside.query<{ count: number }>(lockWaits)).rows[0]?.count).toBe(1);
  const methods = await Promise.all(
    Array.from({ length: 60 }, () => fetch(`${server.base}/api/trpc/session.methods`, { headers: { cookie } })),
  );
  expect(new Set(methods.map(({ status }) => status))).toEqual(new Set([200]));
  await beside.query('rollback');
  await slow;
});

test('it is busy while somebody of a workspace asks, and no more a moment after the answer', async () => {
  const admission = new AdmissionControl(10);
  expect(admission.isBusy).toBe(false);
  const release = await admission.workspace('one');
  expect(admission.isBusy).toBe(true);
  release();
  await expect.poll(() => admission.isBusy).toBe(false);
});

// rules/bounds 7
test('a long request rests between two parts of its work as long as the last one took, but only beside others', async () => {
  const admission = new AdmissionControl(10);
  (await admission.workspace('long'))();
  const rest = admission.rests('long');
  const rested = async () => {
    const first = await Promise.race([rest().then(() => 'rested'), turn('others')]);
    return first === 'rested';
  };
  await sleep(40);
  expect(await rested()).toBe(true);
  (await admission.workspace('other'))();
  await sleep(40);
  const began = performance.now();
  await rest();
  expect(performance.now() - began).toBeGreaterThan(35);
  await sleep(40);
  expect(await rested()).toBe(false);
});
