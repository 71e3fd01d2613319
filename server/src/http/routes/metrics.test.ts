import { spawnSync } from 'node:child_process';
import { liveTopics } from '@training/shared/live';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { rawRequest } from '../../../test/raw-request.ts';
import { startTestServer } from '../../../test/server.ts';
import { streamsOf } from '../streams/streams-fixture.ts';

const MEBIBYTE = 1024 * 1024;

/** Four connections: two lookups run at a time, one per session. */
const server = await startTestServer({
  env: { DATABASE_POOL_SIZE: '4' },
  bounds: { held: { most: 8 * MEBIBYTE, ofWorkspace: MEBIBYTE, ofNobody: MEBIBYTE } },
});

/** Reads the value of a metric, such as `held_bytes{of="x"}`; undefined if it doesn't exist. */
async function metric(name: string): Promise<number | undefined> {
  const lines = (await (await fetch(`${server.base}/metrics`)).text()).split('\n');
  const line = lines.find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

async function somebody() {
  const workspace = await server.make.workspace();
  const { email } = await server.make.user(workspace, { role: 'super_admin' });
  const headers = { cookie: await server.signIn(email), origin: server.base, [WORKSPACE_HEADER]: workspace.slug };
  return { workspace, headers };
}

test('it is told how many bytes of bodies and of answers are held, and how many requests found it too busy', async () => {
  const { workspace, headers } = await somebody();
  const body = { ...headers, 'content-type': 'application/json', 'content-length': MEBIBYTE };
  const sender = rawRequest(server.base, '/api/trpc/courses.create', body);
  await expect.poll(() => metric('http_held_bytes{of="bodies"}')).toBe(MEBIBYTE);
  expect(await metric('http_refused_total{code="busy"}')).toBe(undefined);
  const second = rawRequest(server.base, '/api/trpc/courses.create', body);
  await expect.poll(second.status).toBe(503);
  expect(await metric('http_refused_total{code="busy"}')).toBe(1);
  sender.socket.destroy();
  await expect.poll(() => metric('http_held_bytes{of="bodies"}')).toBe(0);

  const name = [workspace.id, 30 * MEBIBYTE];
  await server.db.pool.query(`update workspaces set name = repeat('x', $2) where id = $1`, name);
  const reader = rawRequest(server.base, '/api/trpc/session.current', headers, 'GET');
  reader.socket.pause();
  await expect.poll(() => metric('http_held_bytes{of="answers"}')).toBeGreaterThan(30 * MEBIBYTE);
  reader.socket.destroy();
  await expect.poll(() => metric('http_held_bytes{of="answers"}')).toBe(0);
});

test('Prometheus finds nothing to warn of: only counters end in `_total`', async () => {
  const text = await (await fetch(`${server.base}/metrics`)).text();
  expect(text).toContain('# TYPE ai_unknown_parts_total counter');
  const types = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type]) => ({ name, type }));
  expect(types.length).toBeGreaterThan(20);
  expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
  const promtool = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  // Promtool comes with Debian's prometheus package. Without it, only the naming rules above are checked.
  if (promtool.error === undefined) expect([promtool.status, promtool.stderr]).toEqual([0, '']);
});

test('it is told how many wait to be looked up, and who was not let in, by the code', async () => {
  const { headers } = await somebody();
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('lock table directory.auth_sessions in access exclusive mode');
  const ask = () => fetch(`${server.base}/api/trpc/courses.list?input={}`, { headers });
  const asked = Array.from({ length: 5 }, ask);
  await expect.poll(() => metric('http_lookups_in_turn{state="waiting"}')).toBe(4);
  expect(await metric('http_lookups_in_turn{state="working"}')).toBe(1);
  await beside.query('rollback');
  await Promise.all(asked);
  await expect.poll(() => metric('http_lookups_in_turn{state="waiting"}')).toBe(0);
  await fetch(`${server.base}/api/v1/users`);
  await fetch(`${server.base}/api/trpc/courses.list?input={}`);
  expect(await metric('http_refused_total{code="token_missing"}')).toBe(1);
  expect(await metric('http_refused_total{code="not_signed_in"}')).toBe(1);
  // Invalid requests don't count as refusals.
  await fetch(`${server.base}/api/v2`);
  expect(await metric('http_refused_total{code="route_not_found"}')).toBe(undefined);
});

test('an event stream does not count as a slow request', async () => {
  const workspace = await server.make.workspace();
  const { email } = await server.make.user(workspace, { role: 'super_admin' });
  const requests = async () =>
    /^http_request_duration_seconds_count\{.*route="\/api\/trpc.*status="200"\} (\d+)$/m.exec(
      await (await fetch(`${server.base}/metrics`)).text(),
    )?.[1];
  const before = await requests();
  const stream = streamsOf(server).open(await server.signIn(email), workspace, { topics: [liveTopics.reviews] });
  await expect.poll(() => metric('event_streams')).toBe(1);
  stream.leave();
  await expect.poll(() => metric('event_streams')).toBe(0);
  expect(await requests()).toBe(before);
});
