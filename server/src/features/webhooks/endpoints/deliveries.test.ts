import { WebhookDeliveryState } from '@training/shared/webhooks/webhooks';
import { expect, test } from 'vitest';
import { webhookPayloadSchemaOf } from '@training/shared/webhooks/webhook-payloads';
import { definedStatements } from '../../../database/statements/defined-statements.ts';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { webhookMaker } from './stored-webhooks-fixture.ts';

const server = await startTestServer();
const { make } = server;
const { webhook, delivery } = webhookMaker(server.db);

const NOT_FOUND = { data: { httpStatus: 404, app_code: 'webhook_not_found' } };
const refused = { status: 500, error: 'It answered 500.', response: 'Out of order' };

async function withWebhook(changes: Parameters<typeof webhook>[1] = {}) {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const endpoint = await webhook(workspace, changes);
  return { workspace, admin, client: admin.webhooks, endpoint, id: endpoint.id };
}

async function statesOf(endpoint: { id: string }) {
  const { rows } = await server.db.pool.query<{ id: string; state: string; replayed: boolean; regardless: boolean }>(
    `select event_id as id, state, replayed, regardless from webhook_deliveries where endpoint_id = $1 order by event_id`,
    [endpoint.id],
  );
  return rows;
}

test('deliveries are listed newest first, a page at a time, each with its last attempt', async () => {
  const { workspace, client, endpoint, id } = await withWebhook();
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.unshift((await delivery(workspace, endpoint, { attempts: [refused, refused] })).id);
  const first = await client.deliveries.query({ id, limit: 2 });
  expect(first.deliveries.map(({ event_id }) => event_id)).toEqual(ids.slice(0, 2));
  expect(first.deliveries[0]).toMatchObject({ type: 'user.created', attempt_count: 2, replayed: false });
  expect(first.deliveries[0]!.last_attempt).toMatchObject({ n: 2, ...refused, duration_ms: 42 });
  const rest = await client.deliveries.query({ id, before: first.next! });
  expect(rest.deliveries.map(({ event_id }) => event_id)).toEqual(ids.slice(2));
  expect(rest.next).toBeNull();
  expect((await client.deliveries.query({ id, limit: 5 })).next).toBeNull();

  const oldest = await client.deliveries.query({ id, oldest_first: true, limit: 2 });
  expect(oldest.deliveries.map(({ event_id }) => event_id)).toEqual([ids[4], ids[3]]);
  const newer = await client.deliveries.query({ id, oldest_first: true, before: oldest.next! });
  expect(newer.deliveries.map(({ event_id }) => event_id)).toEqual([ids[2], ids[1], ids[0]]);
  expect(newer.next).toBeNull();
});

test.each(WebhookDeliveryState.options)(
  'what is %s is counted beside its endpoint, and found by its state',
  async (state) => {
    const { workspace, client, endpoint, id } = await withWebhook();
    await delivery(workspace, endpoint, { state: state === 'held' ? 'exhausted' : 'held', type: 'user.updated' });
    const { id: wanted } = await delivery(workspace, endpoint, { state });
    const { deliveries } = await client.deliveries.query({ id, state });
    expect(deliveries.map(({ event_id }) => event_id)).toEqual([wanted]);
    expect(deliveries[0]!.due_at !== null).toBe(state === 'pending' || state === 'retrying');
    const byType = await client.deliveries.query({ id, type: 'user.created' });
    expect(byType.deliveries.map(({ event_id }) => event_id)).toEqual([wanted]);
    const [{ waiting, held, exhausted } = { waiting: 0, held: 0, exhausted: 0 }] = (await client.list.query())
      .endpoints;
    expect({ waiting, held, exhausted }).toEqual({
      waiting: Number(['pending', 'sending', 'retrying'].includes(state)),
      held: 1,
      exhausted: Number(state === 'held' || state === 'exhausted'),
    });
  },
);

test('beside a great deal that was delivered, only what is counted is read', async () => {
  const { workspace, client, endpoint } = await withWebhook();
  await delivery(workspace, endpoint, { state: 'exhausted' });
  await delivery(workspace, endpoint, { state: 'held' });
  await server.db.pool.query(
    `insert into webhook_deliveries (workspace_id, endpoint_id, event_id, sequence, at, state, due_at, finished_at)
     select $1, $2, gen_random_uuid(), n, now(), 'delivered', now(), now() from generate_series(1, 20000) n`,
    [workspace.id, endpoint.id],
  );
  await server.db.pool.query('analyze webhook_deliveries');
  const listed = definedStatements.get('list-webhooks')!.text.replaceAll('$1', `'${workspace.id}'`);
  const { rows } = await server.db.pool.query<{ 'QUERY PLAN': object }>(`explain (analyze, format json) ${listed}`);
  const plan = JSON.stringify(rows);
  const read = [...plan.matchAll(/"Index Name":\s*"(webhook_deliveries\w*)"/g)].map(([, name]) => name);
  expect(read.length).toBeGreaterThan(0);
  expect(read).not.toContain('webhook_deliveries_pkey');
  expect(plan).not.toMatch(/"Node Type":\s*"Seq Scan"[^{}]*"Relation Name":\s*"webhook_deliveries"/);
  expect((await client.list.query()).endpoints).toMatchObject([{ waiting: 0, held: 1, exhausted: 1 }]);
});

test('a delivery shows what is sent, as its schema says, and each attempt', async () => {
  const { workspace, client, endpoint, id } = await withWebhook();
  const taken = { status: 204, error: null, response: null };
  const { id: event_id } = await delivery(workspace, endpoint, { attempts: [refused, taken] });
  const detail = await client.delivery.query({ id, event_id });
  const sent = webhookPayloadSchemaOf('user.created').parse(detail.payload);
  expect(sent).toMatchObject({ sequence: detail.sequence, timestamp: detail.at, workspace_id: workspace.id });
  expect(detail.attempts).toMatchObject([
    { n: 2, ...taken },
    { n: 1, ...refused },
  ]);
  const unknown = { data: { httpStatus: 404, app_code: 'delivery_not_found' } };
  await expect(client.delivery.query({ id, event_id: newId() })).rejects.toMatchObject(unknown);
  await expect(client.deliveries.query({ id: newId() })).rejects.toMatchObject(NOT_FOUND);
});

// rules/webhooks 2
test('auditors see how webhooks fare, and neither addresses, answers nor events; others see nothing', async () => {
  const { workspace, admin, endpoint, id } = await withWebhook({ url: 'https://hr.example.com/?key=hush', by: 'Hush' });
  const failed = { status: null, error: 'hr.example.com refuses connections: hush', response: 'hush' };
  const { id: event_id } = await delivery(workspace, endpoint, { state: 'exhausted', attempts: [failed] });
  const auditor = await server.as('auditor', workspace);
  const shown = [
    await auditor.webhooks.list.query(),
    await auditor.webhooks.deliveries.query({ id }),
    await auditor.webhooks.delivery.query({ id, event_id }),
  ];
  expect(shown[0]).toMatchObject({ endpoints: [{ id, url: null, created_by: null, state: 'on', exhausted: 1 }] });
  expect(shown[1]).toMatchObject({ deliveries: [{ last_attempt: { error: 'It wasn’t accepted.', status: null } }] });
  expect(JSON.stringify(shown)).not.toMatch(/hush|hr\.example|ana\.souza/i);
  expect(JSON.stringify(await admin.webhooks.delivery.query({ id, event_id }))).toMatch(/hush.*ana\.souza/s);
  const changes = (person: typeof admin) => [
    () => person.webhooks.add.mutate({ url: 'https://hr.example.com/', types: ['user.created'] }),
    () => person.webhooks.update.mutate({ id, description: 'Mine' }),
    () => person.webhooks.test.mutate({ id }),
    () => person.webhooks.switchOn.mutate({ id }),
    () => person.webhooks.switchOff.mutate({ id }),
    () => person.webhooks.rollSecret.mutate({ id }),
    () => person.webhooks.remove.mutate({ id }),
    () => person.webhooks.replay.mutate({ which: 'one', id, event_id }),
  ];
  const forbidden = { data: { httpStatus: 403 } };
  for (const change of changes(auditor)) await expect(change()).rejects.toMatchObject(forbidden);
  for (const role of ['learner', 'trainer', 'content_manager'] as const) {
    const person = await server.as(role, workspace);
    for (const change of changes(person)) await expect(change()).rejects.toMatchObject(forbidden);
    await expect(person.webhooks.list.query()).rejects.toMatchObject(forbidden);
    await expect(person.webhooks.deliveries.query({ id })).rejects.toMatchObject(forbidden);
    await expect(person.webhooks.delivery.query({ id, event_id })).rejects.toMatchObject(forbidden);
  }
  expect(await statesOf(endpoint)).toMatchObject([{ id: event_id, state: 'exhausted' }]);
});

// rules/webhooks 8
test('one delivery is replayed whatever became of it; what is on its way stays as it is', async () => {
  const { workspace, client, endpoint, id } = await withWebhook();
  const replay = async (state: WebhookDeliveryState) => {
    const { id: event_id } = await delivery(workspace, endpoint, { state, attempts: [refused] });
    const answer = await client.replay.mutate({ which: 'one', id, event_id });
    const { deliveries } = await client.deliveries.query({ id, limit: 1 });
    return [answer.replayed, deliveries[0]!.state, deliveries[0]!.replayed, deliveries[0]!.attempt_count];
  };
  for (const state of ['delivered', 'exhausted', 'held', 'cancelled', 'retrying'] as const) {
    expect(await replay(state), state).toEqual([1, 'pending', true, 1]);
  }
  for (const state of ['pending', 'sending'] as const) expect(await replay(state)).toEqual([0, state, false, 1]);
  const unknown = client.replay.mutate({ which: 'one', id, event_id: newId() });
  await expect(unknown).rejects.toMatchObject({ data: { httpStatus: 404, app_code: 'delivery_not_found' } });
});

test('all that is held is replayed and nothing else, though the endpoint is off, and the audit log says how much', async () => {
  const { workspace, admin, client, endpoint, id } = await withWebhook({ off: 'by_hand', description: 'HR' });
  for (const state of ['held', 'delivered', 'held', 'exhausted'] as const)
    await delivery(workspace, endpoint, { state });
  expect(await client.replay.mutate({ which: 'held', id })).toEqual({ replayed: 2, next: null });
  expect((await statesOf(endpoint)).map(({ state, regardless }) => [state, regardless])).toEqual([
    ['pending', true],
    ['delivered', false],
    ['pending', true],
    ['exhausted', false],
  ]);
  const { events } = await admin.audit.list.query({ action: 'webhook.replayed' });
  expect(events).toMatchObject([{ subject: { id, name: 'HR' }, changes: { which: 'held', events: 2 } }]);
  expect(await client.replay.mutate({ which: 'held', id })).toEqual({ replayed: 0, next: null });
  expect((await admin.audit.list.query({ action: 'webhook.replayed' })).total).toBe(1);
});

test('a span that ends before it begins is refused in words', async () => {
  const { client, id } = await withWebhook();
  const turned = client.replay.mutate({ which: 'span', id, from: '2026-11-04', to: '2026-11-02' });
  await expect(turned).rejects.toMatchObject({ data: { httpStatus: 400, errors: [{ path: 'to' }] } });
});

// rules/webhooks 8
test('a span is replayed by when its events happened, and no test with it', async () => {
  const { workspace, client, endpoint, id } = await withWebhook();
  const at = (day: number) => new Date(Date.UTC(2026, 10, day));
  for (const day of [1, 2, 3, 4]) await delivery(workspace, endpoint, { at: at(day) });
  await delivery(workspace, endpoint, { at: at(2), type: 'endpoint.test' });
  expect(await client.replay.mutate({ which: 'span', id, from: '2026-11-02', to: '2026-11-04' })).toMatchObject({
    replayed: 2,
  });
  const states = (await statesOf(endpoint)).map(({ state }) => state);
  expect(states).toEqual(['delivered', 'pending', 'pending', 'delivered', 'delivered']);
  expect(await client.replay.mutate({ which: 'span', id, from: '2026-11-04T00:00:00+01:00' })).toMatchObject({
    replayed: 1,
  });
});

// rules/webhooks 8
test('a great deal is replayed in several answers, each event once', async () => {
  const { workspace, client, endpoint, id } = await withWebhook();
  await server.db.pool.query(
    `insert into webhook_deliveries (workspace_id, endpoint_id, event_id, sequence, at, state, due_at)
     select $1, $2, gen_random_uuid(), n, now(), 'held', now() from generate_series(1, 10500) n`,
    [workspace.id, endpoint.id],
  );
  const first = await client.replay.mutate({ which: 'held', id });
  expect(first).toEqual({ replayed: 10_000, next: expect.any(String) });
  // Meanwhile some of them were sent, and held again.
  await server.db.pool.query(
    `update webhook_deliveries set state = 'held' where endpoint_id = $1 and state = 'pending' and sequence % 2 = 0`,
    [endpoint.id],
  );
  expect(await client.replay.mutate({ which: 'held', id, after: first.next! })).toEqual({ replayed: 500, next: null });
});
