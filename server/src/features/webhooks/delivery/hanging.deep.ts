import { expect, test } from 'vitest';
import { startWebhooks } from './delivery-fixture.ts';

const { server, receiver, addEndpoint, addEndpoints, happen, statesOf, attemptsOf, endpoint } = await startWebhooks();
const { make } = server;
const { pool } = server.db;

// rules/webhooks 12
test('of a thousand endpoints ten hang, which delays none of the others', async () => {
  receiver.answer('hangs', () => undefined);
  const workspaces = await Promise.all(Array.from({ length: 10 }, () => make.workspace()));
  const hanging: string[] = [];
  for (const workspace of workspaces) {
    const works = Array.from({ length: 99 }, () => receiver.addressOf('works'));
    await addEndpoints(workspace, works);
    const { id } = await addEndpoint(workspace, receiver.addressOf('hangs'), ['token.created', 'token.revoked']);
    hanging.push(id);
  }
  for (const workspace of workspaces) {
    for (let n = 0; n < 5; n++) await happen(workspace, 'New', true);
    await happen(workspace);
  }
  const left = `select count(*)::integer as left from webhook_deliveries
    where not endpoint_id = any ($1) and state <> 'delivered'`;
  await expect.poll(() => receiver.of('works').length).toBe(990);
  await expect.poll(async () => (await pool.query(left, [hanging])).rows).toEqual([{ left: 0 }]);
  // No more requests to a hanging endpoint were started after it was detected.
  const id = hanging[0]!;
  await expect.poll(async () => (await attemptsOf(id)).length).toBeGreaterThan(0);
  expect((await attemptsOf(id)).length).toBeLessThanOrEqual(4);
  expect((await attemptsOf(id))[0]).toMatchObject({ status: null, error: expect.stringContaining('within 15 s') });
  expect(await endpoint(id)).toMatchObject({ state: 'on', failing: true });
  // From now on, only one request at a time is sent to it.
  await pool.query('update webhook_deliveries set due_at = now() where endpoint_id = $1 and leased_until is null', [
    id,
  ]);
  await expect.poll(async () => (await statesOf(id)).sending).toBe(1);
});
