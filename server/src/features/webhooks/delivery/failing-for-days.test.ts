import { expect, test } from 'vitest';
import { startWebhooks } from './delivery-fixture.ts';

const { server, receiver, addEndpoint, happen, statesOf, endpoint, hurry } = await startWebhooks();
const { pool } = server.db;

let named = 0;

/** Creates a failing endpoint that has failed before: first `since` and last `last` hours ago. */
async function failing(since: number, last: number) {
  const workspace = await server.make.workspace();
  const name = `fails-${++named}`;
  receiver.answer(name, (_, response) => response.writeHead(500).end());
  const { id } = await addEndpoint(workspace, receiver.addressOf(name));
  await pool.query(
    `update webhook_endpoints set failing_since = now() - make_interval(hours => $2),
       last_failure_at = now() - make_interval(hours => $3) where id = $1`,
    [id, since, last],
  );
  await happen(workspace);
  await expect.poll(() => receiver.of(name).length).toBe(1);
  const failingFor = async () => {
    const { rows } = await pool.query<{ hours: number | null }>(
      `select round(extract(epoch from now() - failing_since) / 3600)::integer as hours from webhook_endpoints where id = $1`,
      [id],
    );
    return rows[0]?.hours;
  };
  return { workspace, name, id, failingFor };
}

// rules/webhooks 15
test('an endpoint that has taken nothing for five days is switched off, and what it is not told is held', async () => {
  const { workspace, id } = await failing(121, 10);
  await expect.poll(() => endpoint(id)).toMatchObject({ state: 'off', off_reason: 'failing' });
  await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ held: 2 });
  const { rows } = await pool.query(
    `select changes from audit_events where workspace_id = $1 and action = 'webhook.switched_off'`,
    [workspace.id],
  );
  expect(rows).toEqual([{ changes: { reason: 'failing' } }]);
});

// rules/webhooks 15
test('one that has failed for less than five days stays on, however often', { tags: ['deep'] }, async () => {
  const { workspace, id, failingFor } = await failing(119, 1);
  for (let n = 0; n < 20; n++) await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ retrying: 21 });
  expect(await endpoint(id)).toMatchObject({ state: 'on' });
  expect(await failingFor()).toBe(119);
});

// rules/webhooks 15
test('two short outages a week apart are not taken for one long one', { tags: ['deep'] }, async () => {
  const { id, failingFor } = await failing(168, 167);
  await expect.poll(() => failingFor()).toBe(0);
  await hurry(id);
  await expect.poll(() => statesOf(id)).toEqual({ retrying: 1 });
  expect(await endpoint(id)).toMatchObject({ state: 'on', failing: true });
});

test('an event that is taken ends the time of failing', async () => {
  const { workspace, name, id, failingFor } = await failing(100, 1);
  await expect.poll(() => statesOf(id)).toEqual({ retrying: 1 });
  receiver.answer(name);
  await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ retrying: 1, delivered: 1 });
  expect(await failingFor()).toBeNull();
});
