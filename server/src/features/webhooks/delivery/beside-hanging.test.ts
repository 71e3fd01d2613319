import { expect, test } from 'vitest';
import { startWebhooks } from './delivery-fixture.ts';

const webhooks = await startWebhooks();
const { server, receiver, addEndpoints, happen, attemptsOf } = webhooks;
const { make } = server;
const { pool } = server.db;

/** The 95th percentile of delivery times, from the event to the response, in milliseconds. */
async function p95(ids: string[]): Promise<number> {
  const { rows } = await pool.query<{ p95: number }>(
    `select percentile_disc(0.95) within group (order by extract(epoch from finished_at - at) * 1000)::float8 as p95
     from webhook_deliveries where endpoint_id = any ($1)`,
    [ids],
  );
  return rows[0]!.p95;
}

const deliveredOf = async (ids: string[]) => {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::integer as n from webhook_deliveries where endpoint_id = any ($1) and state = 'delivered'`,
    [ids],
  );
  return rows[0]!.n;
};

async function endpointsOf(name: string, count: number, workspace: Awaited<ReturnType<typeof make.workspace>>) {
  return (
    await addEndpoints(
      workspace,
      Array.from({ length: count }, () => receiver.addressOf(name)),
    )
  ).map(({ id }) => id);
}

/** The 95th percentile without hanging endpoints, on this machine right now. */
async function alone(count: number, events: number): Promise<number> {
  const workspace = await make.workspace();
  const ids = await endpointsOf('works', count, workspace);
  for (let n = 0; n < events; n++) await happen(workspace);
  await expect.poll(() => deliveredOf(ids)).toBe(count * events);
  return p95(ids);
}

// rules/webhooks 12
test('twenty of a hundred endpoints begin to hang: the others wait for them a second at most', async () => {
  receiver.answer('hangs', () => undefined);
  // Warms up the server, so that the cost of its first deliveries isn't measured.
  await alone(80, 4);
  const before = await alone(80, 6);
  const workspace = await make.workspace();
  const hanging = await endpointsOf('hangs', 20, workspace);
  const working = await endpointsOf('works', 80, workspace);
  for (let n = 0; n < 6; n++) await happen(workspace);
  await expect.poll(() => deliveredOf(working)).toBe(480);
  // The deliveries ended before any hanging request timed out.
  for (const id of hanging) expect(await attemptsOf(id)).toEqual([]);
  expect(await p95(working)).toBeLessThan(1_000 + before);
});

// rules/webhooks 12
test('a hundred endpoints of one workspace that begin to hang leave places for another', async () => {
  receiver.answer('hangs', () => undefined);
  const before = await alone(20, 4);
  const [hostile, quiet] = [await make.workspace(), await make.workspace()];
  const hanging = await endpointsOf('hangs', 100, hostile);
  const working = await endpointsOf('works', 20, quiet);
  for (let n = 0; n < 10; n++) await happen(hostile);
  const underWay = `select count(*)::integer as n from webhook_deliveries where endpoint_id = any ($1) and state = 'sending'`;
  await expect.poll(async () => (await pool.query(underWay, [hanging])).rows[0].n).toBeGreaterThanOrEqual(8);
  for (let n = 0; n < 4; n++) await happen(quiet);
  await expect.poll(() => deliveredOf(working)).toBe(80);
  for (const id of hanging) expect(await attemptsOf(id)).toEqual([]);
  expect(await p95(working)).toBeLessThan(1_000 + before);
});
