import { expect, test } from 'vitest';
import { deleteExpiredData } from '../../../app/delete-expired-data.ts';
import { startWebhooks } from './delivery-fixture.ts';

const { server, receiver, addEndpoint, addSecret, happen, statesOf, attemptsOf, endpoint } = await startWebhooks();
const { make, db } = server;

// rules/webhooks 16
test('events and their deliveries are kept for 30 days, with their attempts', async () => {
  const workspace = await make.workspace();
  const { id } = await addEndpoint(workspace, receiver.addressOf('kept'));
  for (let n = 0; n < 2; n++) await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 2 });
  for (const table of ['outgoing_events', 'webhook_deliveries']) {
    const age = `update ${table} set at = now() - make_interval(days => case sequence when 1 then 31 else 29 end)
      where workspace_id = $1`;
    await db.pool.query(age, [workspace.id]);
  }
  await deleteExpiredData(db);
  expect(await statesOf(id)).toEqual({ delivered: 1 });
  expect(await attemptsOf(id)).toHaveLength(1);
  expect(await endpoint(id)).toMatchObject({ state: 'on' });
});

// rules/webhooks 16
test('a removed endpoint is gone within the hour with all that it has left, but for what is being sent', async () => {
  const workspace = await make.workspace();
  const [{ id }, other] = [
    await addEndpoint(workspace, receiver.addressOf('removed')),
    await addEndpoint(workspace, receiver.addressOf('stays')),
  ];
  for (let n = 0; n < 2; n++) await happen(workspace);
  for (const each of [id, other.id]) await expect.poll(() => statesOf(each)).toEqual({ delivered: 2 });
  await db.pool.query(`update webhook_endpoints set state = 'removed' where id = $1`, [id]);
  const lease = `update webhook_deliveries set state = 'sending', leased_until = now() + interval '1 hour', finished_at = null
    where endpoint_id = $1 and sequence = 1`;
  await db.pool.query(lease, [id]);
  await deleteExpiredData(db);
  expect([await statesOf(id), await statesOf(other.id)]).toEqual([{ sending: 1 }, { delivered: 2 }]);
  await db.pool.query(
    `update webhook_deliveries set leased_until = now() where endpoint_id = $1 and state = 'sending'`,
    [id],
  );
  await expect.poll(() => statesOf(id)).toEqual({ cancelled: 1 });
  await deleteExpiredData(db);
  expect(await endpoint(id)).toBeUndefined();
  expect(await endpoint(other.id)).toMatchObject({ state: 'on' });
});

test('a secret that has ended is not kept', async () => {
  const workspace = await make.workspace();
  const { id } = await addEndpoint(workspace, receiver.addressOf('rolled'));
  await addSecret(workspace, id, 2);
  await db.pool.query(`update webhook_secrets set expires_at = now() where endpoint_id = $1 and version = 1`, [id]);
  await deleteExpiredData(db);
  const { rows } = await db.pool.query('select version from webhook_secrets where endpoint_id = $1', [id]);
  expect(rows).toEqual([{ version: 2 }]);
});
