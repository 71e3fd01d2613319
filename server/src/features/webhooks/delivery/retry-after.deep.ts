import { expect, onTestFinished, test, vi } from 'vitest';
import { startWebhooks } from './delivery-fixture.ts';

const { server, receiver, addEndpoint, happen, statesOf, deliveriesOf, attemptsOf, hurry } = await startWebhooks();
const { make } = server;
const DAY = 86_400;

let named = 0;

/** Creates an endpoint in a new workspace that responds to each request with 429 and this `Retry-After`. */
async function asking(retryAfter: string) {
  const workspace = await make.workspace();
  const name = `endpoint-${++named}`;
  receiver.answer(name, (_, response) => response.writeHead(429, { 'retry-after': retryAfter }).end());
  const { id } = await addEndpoint(workspace, receiver.addressOf(name));
  await happen(workspace);
  return { workspace, id, got: () => receiver.of(name).length };
}

const only = async (id: string) => (await deliveriesOf(id))[0]!;

/** Seconds between the last response and the next attempt. */
async function pauseOf(id: string): Promise<number> {
  const { rows } = await server.db.pool.query<{ pause: number }>(
    `select extract(epoch from d.due_at - a.at - make_interval(secs => a.duration_ms / 1000.0))::float8 as pause
     from webhook_deliveries d join webhook_attempts a on a.endpoint_id = d.endpoint_id and a.n = d.attempts
     where d.endpoint_id = $1`,
    [id],
  );
  return rows[0]!.pause;
}

/** Seconds that a busy machine may take to store a result. */
const LATE = 4;

// rules/webhooks 13
test('the first three 429s that name a time use up no attempt, and from the fourth on each does', async () => {
  const { id, got } = await asking('0');
  for (const failures of [0, 0, 0, 1, 2, 3, 4, 5, 6, 7]) {
    await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: 'retrying', failures }]);
    const attempts = got();
    await hurry(id);
    await expect.poll(got).toBe(attempts + 1);
  }
  await expect.poll(() => statesOf(id)).toEqual({ exhausted: 1 });
  expect(await attemptsOf(id)).toHaveLength(11);
});

// rules/webhooks 13
test('a time of less than 5 s is 5 s, twice as long each time that it uses up no attempt', async () => {
  const { id } = await asking('0');
  for (const [attempts, pause] of [5, 10, 20].entries()) {
    await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: 'retrying', attempts: attempts + 1 }]);
    const waits = await pauseOf(id);
    expect(waits).toBeGreaterThan(pause - 0.1);
    expect(waits).toBeLessThan(pause + LATE);
    await hurry(id);
  }
});

// rules/webhooks 13
test.each([-2, 2])('a retry waits as long where the server’s clock is wrong by %d hours', async (hours) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const { id, got } = await asking('60');
  await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: 'retrying', attempts: 1 }]);
  const { in_seconds } = await only(id);
  expect(in_seconds).toBeGreaterThan(50);
  expect(in_seconds).toBeLessThan(70);
  const { rows } = await server.db.pool.query<{ pause: number }>(
    'select extract(epoch from paused_until - now())::float8 as pause from webhook_endpoints where id = $1',
    [id],
  );
  expect(rows[0]!.pause).toBeGreaterThan(50);
  expect(rows[0]!.pause).toBeLessThan(70);
  expect(got()).toBe(1);
});

test('a replay has three free 429s again', async () => {
  const { workspace, id } = await asking('60');
  for (let attempts = 1; attempts <= 4; attempts++) {
    await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: 'retrying', attempts }]);
    if (attempts < 4) await hurry(id);
  }
  expect(await only(id)).toMatchObject({ failures: 1 });
  const admin = await server.as('super_admin', workspace);
  await server.db.pool.query(`update webhook_endpoints set paused_until = null, description = 'Test' where id = $1`, [
    id,
  ]);
  await admin.webhooks.replay.mutate({ which: 'one', id, event_id: (await only(id)).id });
  await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: 'retrying', attempts: 5, failures: 0 }]);
});

test.each([
  'soon 1',
  '1 day',
  '2026-12-01',
  '2099-01-01T00:00:00Z',
  'Tue Jan 01 2099',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  'Invalid Date',
  '',
])('“%s” names no time: the attempt counts as failed', async (value) => {
  const { id } = await asking(value);
  await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: 'retrying', failures: 1 }]);
  expect(await pauseOf(id)).toBeLessThan(6 + LATE);
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString();

// rules/webhooks 13
test.each([
  ['a number of seconds', () => '7200', 7_200],
  ['a number longer than a day', () => '9'.repeat(400), DAY],
  ['a date', () => inSeconds(3_600), 3_600],
  ['a date after tomorrow', () => inSeconds(3 * DAY), DAY],
  ['a date that is past', () => inSeconds(-60), 5],
])('%s is waited for, between 5 s and a day', async (_name, value, seconds) => {
  const { id } = await asking(value());
  await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: 'retrying', failures: 0 }]);
  const waits = await pauseOf(id);
  expect(waits).toBeGreaterThan(seconds - LATE);
  expect(waits).toBeLessThan(seconds + LATE);
});
