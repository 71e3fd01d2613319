import { expect, test } from 'vitest';
import { startWebhooks } from './delivery-fixture.ts';

const webhooks = await startWebhooks();
const { server, receiver, addEndpoints, happen, attemptsOf } = webhooks;
const { make } = server;
const { pool } = server.db;

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

// How long they wait is measured by `npm run hostile`.
// rules/webhooks 12
test('twenty of a hundred endpoints begin to hang, and the others do not wait until they time out', async () => {
  receiver.answer('hangs', () => undefined);
  const workspace = await make.workspace();
  const hanging = await endpointsOf('hangs', 20, workspace);
  const working = await endpointsOf('works', 80, workspace);
  for (let n = 0; n < 2; n++) await happen(workspace);
  await expect.poll(() => deliveredOf(working)).toBe(160);
  // The deliveries ended before any hanging request timed out.
  for (const id of hanging) expect(await attemptsOf(id)).toEqual([]);
});

// rules/webhooks 12
test(
  'a hundred endpoints of one workspace that begin to hang leave places for another',
  { tags: ['deep'] },
  async () => {
    receiver.answer('hangs', () => undefined);
    const [hostile, quiet] = [await make.workspace(), await make.workspace()];
    const hanging = await endpointsOf('hangs', 100, hostile);
    const working = await endpointsOf('works', 20, quiet);
    for (let n = 0; n < 10; n++) await happen(hostile);
    const underWay = `select count(*)::integer as n from webhook_deliveries where endpoint_id = any ($1) and state = 'sending'`;
    await expect.poll(async () => (await pool.query(underWay, [hanging])).rows[0].n).toBeGreaterThanOrEqual(8);
    for (let n = 0; n < 4; n++) await happen(quiet);
    await expect.poll(() => deliveredOf(working)).toBe(80);
    for (const id of hanging) expect(await attemptsOf(id)).toEqual([]);
  },
);
