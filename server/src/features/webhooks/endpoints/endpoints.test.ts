import { MAX_WEBHOOKS_PER_WORKSPACE, type AddWebhook } from '@training/shared/webhooks/webhooks';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { LOCAL, startReceiver, verify } from '../delivery/delivery-fixture.ts';
import { webhookMaker } from './stored-webhooks-fixture.ts';

/** Runs no jobs: everything observed here is done by the requests themselves. */
const server = await startTestServer({ env: LOCAL });
const { make } = server;
const receiver = await startReceiver();
const stored = webhookMaker(server.db);
const { pool } = server.db;

const GONE = { data: { httpStatus: 404, app_code: 'webhook_not_found' } };
let made = 0;

async function team() {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const name = `endpoint-${++made}`;
  const input: AddWebhook = { url: receiver.addressOf(name), description: 'HR', types: ['user.created'] };
  const audited = async () => {
    const { events } = await admin.audit.list.query({ limit: 100 });
    return events.filter(({ action }) => action.startsWith('webhook.')).map(({ action }) => action.slice(8));
  };
  return { workspace, admin, client: admin.webhooks, name, input, audited, got: () => receiver.of(name) };
}

/** Creates an endpoint that has accepted its test. */
async function withWebhook() {
  const all = await team();
  const { endpoint, secret } = await all.client.add.mutate(all.input);
  return { ...all, endpoint, id: endpoint.id, secret };
}

const statesOf = async (id: string) => {
  const { rows } = await pool.query<{ state: string }>(
    'select state from webhook_deliveries where endpoint_id = $1 order by event_id',
    [id],
  );
  return rows.map(({ state }) => state);
};

// rules/webhooks 3 and 5
test('an endpoint is on once it has taken a signed test, and its secret is shown once', async () => {
  const { workspace, admin, client, input, got, audited } = await team();
  const { endpoint, secret, test } = await client.add.mutate(input);
  expect(endpoint).toMatchObject({ ...input, state: 'on', off_reason: null, failing_since: null, waiting: 0, held: 0 });
  expect(endpoint.secrets).toMatchObject([{ expires_at: null }]);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(test).toMatchObject({ delivered: true, status: 204, error: null });
  const [request] = got();
  verify(secret, request!);
  expect(request!.id).toBe(test.event_id);
  expect(request!.event).toMatchObject({ type: 'endpoint.test', sequence: null, workspace_id: workspace.id });
  expect(request!.event.data).toMatchObject({ endpoint_id: endpoint.id, by: { kind: 'user' } });
  const { deliveries } = await client.deliveries.query({ id: endpoint.id });
  expect(deliveries).toMatchObject([{ event_id: test.event_id, type: 'endpoint.test', state: 'delivered' }]);
  expect((await client.list.query()).endpoints).toEqual([endpoint]);
  expect(await audited()).toEqual(['switched_on', 'tested', 'added']);
  const shown = JSON.stringify([await client.list.query(), await admin.audit.list.query({}), deliveries]);
  expect(shown).not.toContain(secret.slice(6));
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'directory') and table_type = 'BASE TABLE'`,
  );
  for (const { name } of rows) {
    const found = await pool.query(`select 1 from ${name} t where t::text like $1`, [`%${secret.slice(6)}%`]);
    expect(found.rowCount, name).toBe(0);
  }
});

// rules/webhooks 3
test('a receiver that must know the secret first: the endpoint is there and off, and nothing is lost meanwhile', async () => {
  const { workspace, client, name, input, audited } = await team();
  let known = '';
  receiver.answer(name, (request, response) => {
    try {
      verify(known, request);
      response.writeHead(204).end();
    } catch {
      response.writeHead(401).end('I do not know that signature');
    }
  });
  const { endpoint, secret, test } = await client.add.mutate(input);
  const { id } = endpoint;
  expect(test).toMatchObject({ delivered: false, status: 401, response: 'I do not know that signature' });
  expect(endpoint).toMatchObject({ state: 'off', off_reason: 'unchecked' });
  await stored.delivery(workspace, endpoint, { state: 'held' });
  const refused = client.switchOn.mutate({ id });
  await expect(refused).rejects.toMatchObject({ data: { httpStatus: 400, app_code: 'webhook_check_failed' } });
  await expect(refused).rejects.toThrow(/It answered 401\..*The webhook stays off, and its held events are kept\./);
  known = secret;
  expect(await client.switchOn.mutate({ id })).toMatchObject({ state: 'on', off_reason: null, held: 0, waiting: 1 });
  expect((await statesOf(id)).toSorted()).toEqual(['delivered', 'exhausted', 'exhausted', 'pending']);
  expect(await audited()).toEqual(['switched_on', 'tested', 'tested', 'tested', 'added']);
  expect(await client.switchOn.mutate({ id })).toMatchObject({ state: 'on' });
  expect(await audited()).toHaveLength(5);
});

// rules/webhooks 4 and 19
test.each([
  ['ftp://hr.example.com/', /http/],
  ['https://name:hush@hr.example.com/', /password/],
  ['https://10.1.2.3/events', /Leads to 10\.1\.2\.3, which is not on the internet/],
  ['https://[::ffff:10.0.0.1]/', /not on the internet/],
  ['http://169.254.169.254/latest/meta-data', /not on the internet/],
  ['http://2852039166/', /Leads to 169\.254\.169\.254/],
])('%s is refused at once, and nothing is saved', async (url, words) => {
  const { client, input, audited } = await team();
  const adding = client.add.mutate({ ...input, url });
  await expect(adding).rejects.toMatchObject({ data: { httpStatus: 400, errors: [{ path: 'url' }] } });
  await expect(adding).rejects.toThrow(words);
  expect((await client.list.query()).endpoints).toEqual([]);
  expect(await audited()).toEqual([]);
});

// rules/webhooks 4 and 19
test('without the operator’s leave nothing goes to an address without TLS, and the page is told so', async () => {
  const strict = await startTestServer();
  const admin = await strict.as('super_admin', await strict.make.workspace());
  const adding = admin.webhooks.add.mutate({ url: 'http://hr.example.com/', types: ['user.created'] });
  await expect(adding).rejects.toMatchObject({ data: { app_code: 'webhook_address_refused' } });
  await expect(adding).rejects.toThrow('Must begin with https://');
  expect(await admin.webhooks.list.query()).toEqual({ endpoints: [], http_allowed: false });
});

// rules/webhooks 2
test('a workspace has at most so many endpoints, and one that is removed makes room', async () => {
  const { workspace, client, input } = await team();
  for (let n = 0; n < MAX_WEBHOOKS_PER_WORKSPACE - 1; n++) await stored.webhook(workspace);
  const { id } = await stored.webhook(workspace);
  const refused = { data: { httpStatus: 409, app_code: 'webhook_limit_reached' } };
  await expect(client.add.mutate(input)).rejects.toMatchObject(refused);
  await client.remove.mutate({ id });
  expect((await client.add.mutate(input)).endpoint.state).toBe('on');
});

// rules/webhooks 6
test('a test says what the endpoint answers, on or off, and does not switch it', async () => {
  const { client, id, name } = await withWebhook();
  expect(await client.test.mutate({ id })).toMatchObject({ delivered: true, status: 204 });
  await client.switchOff.mutate({ id });
  receiver.answer(name, (_, response) => response.writeHead(500).end('Out of order'));
  expect(await client.test.mutate({ id })).toMatchObject({
    delivered: false,
    status: 500,
    error: expect.stringContaining('It answered 500.'),
    response: 'Out of order',
  });
  receiver.answer(name);
  expect(await client.test.mutate({ id })).toMatchObject({ delivered: true });
  expect((await client.list.query()).endpoints).toMatchObject([{ id, state: 'off', off_reason: 'by_hand' }]);
  // A failed test isn't retried.
  expect(await statesOf(id)).toEqual(['delivered', 'delivered', 'exhausted', 'delivered']);
});

test('a test that is answered 410 switches the endpoint off', async () => {
  const { client, id, name } = await withWebhook();
  receiver.answer(name, (_, response) => response.writeHead(410).end());
  expect(await client.test.mutate({ id })).toMatchObject({ delivered: false, status: 410 });
  expect((await client.list.query()).endpoints).toMatchObject([{ id, state: 'off', off_reason: 'gone' }]);
});

// rules/webhooks 6
test('at most four tests of a workspace run at once', { tags: ['deep'] }, async () => {
  const { client, id, name } = await withWebhook();
  const waiting: (() => void)[] = [];
  receiver.answer(name, (_, response) => waiting.push(() => response.writeHead(204).end()));
  const tests = [1, 2, 3, 4].map(() => client.test.mutate({ id }));
  await expect.poll(() => waiting.length).toBe(4);
  await expect(client.test.mutate({ id })).rejects.toMatchObject({ data: { httpStatus: 429 } });
  expect(await client.update.mutate({ id, description: 'Busy' })).toMatchObject({ description: 'Busy' });
  for (const answer of waiting) answer();
  expect((await Promise.all(tests)).every(({ delivered }) => delivered)).toBe(true);
});

// rules/webhooks 7
test('switched on again after it was off by hand, what was held still waits to be replayed', async () => {
  const { workspace, client, endpoint, id } = await withWebhook();
  const off = await client.switchOff.mutate({ id });
  expect(off).toMatchObject({ state: 'off', off_reason: 'by_hand', off_at: expect.any(String) });
  expect(await client.switchOff.mutate({ id })).toEqual(off);
  await stored.delivery(workspace, endpoint, { state: 'held' });
  expect(await client.switchOn.mutate({ id })).toMatchObject({ state: 'on', held: 1, waiting: 0 });
  expect(await client.replay.mutate({ which: 'held', id })).toMatchObject({ replayed: 1 });
});

// rules/webhooks 4
test('what is given changes, and the audit log tells of an address no more than its host', async () => {
  const { admin, client, input, id } = await withWebhook();
  await client.update.mutate({ id, description: null, types: ['user.updated', 'module.published'] });
  const url = `${input.url}?key=hush`;
  const updated = await client.update.mutate({ id, url });
  expect(updated).toMatchObject({ url, description: null, types: ['user.updated', 'module.published'], state: 'on' });
  expect(await client.update.mutate({ id, url })).toEqual(updated);
  const { events } = await admin.audit.list.query({ action: 'webhook.updated' });
  const { origin } = new URL(url);
  expect(events.map(({ changes }) => changes)).toEqual([
    { origin: [origin, origin] },
    { description: ['HR', ''], types: [['user.created'], ['user.updated', 'module.published']] },
  ]);
  expect(JSON.stringify(await admin.audit.list.query({}))).not.toMatch(/hush|endpoint-\d/);
});

// rules/webhooks 4
test('a new address takes a test first: where it does not, events go on to the former one', async () => {
  const { client, input, id, secret } = await withWebhook();
  receiver.answer('wrong', (_, response) => response.writeHead(404).end());
  const moving = client.update.mutate({ id, url: receiver.addressOf('wrong'), types: ['user.updated'] });
  await expect(moving).rejects.toMatchObject({ data: { app_code: 'webhook_check_failed', errors: [{ path: 'url' }] } });
  await expect(moving).rejects.toThrow('Nothing was saved. Events still go to the old address.');
  const [shown] = (await client.list.query()).endpoints;
  expect(shown).toMatchObject({ url: input.url, types: input.types, state: 'on', failing_since: null });
  const moved = await client.update.mutate({ id, url: receiver.addressOf('right') });
  expect(moved).toMatchObject({ url: receiver.addressOf('right'), state: 'on' });
  verify(secret, receiver.of('right')[0]!);
});

test('while a new address is tried, events go to the former one; of two that fail at once, neither stays', async () => {
  const { client, id, input } = await withWebhook();
  const waiting: (() => void)[] = [];
  receiver.answer('slow', (_, response) => waiting.push(() => response.writeHead(204).end()));
  const moving = client.update.mutate({ id, url: receiver.addressOf('slow') });
  await expect.poll(() => waiting.length).toBe(1);
  const urls = async () => (await client.list.query()).endpoints.map(({ url }) => url);
  expect(await urls()).toEqual([input.url]);
  receiver.answer('bad', (_, response) => response.writeHead(500).end());
  await expect(client.update.mutate({ id, url: receiver.addressOf('bad') })).rejects.toThrow('old address');
  expect(await urls()).toEqual([input.url]);
  waiting[0]!();
  await moving;
  expect(await urls()).toEqual([receiver.addressOf('slow')]);
});

// rules/webhooks 4
test('an address is shown as it is read by whoever connects, however it was spelled', async () => {
  const { client, id } = await withWebhook();
  await client.switchOff.mutate({ id });
  const { url } = await client.update.mutate({ id, url: 'https://ＥＶＥＮＴＳ.\u200bexample。com/a' });
  expect(url).toBe('https://events.example.com/a');
});

// rules/webhooks 4
test('the address of an endpoint that is off changes at once, and is tried when it is switched on', async () => {
  const { client, id, got } = await withWebhook();
  await client.switchOff.mutate({ id });
  receiver.answer('later', (_, response) => response.writeHead(503).end());
  const url = receiver.addressOf('later');
  expect(await client.update.mutate({ id, url })).toMatchObject({ url, state: 'off' });
  expect(receiver.of('later')).toEqual([]);
  await expect(client.switchOn.mutate({ id })).rejects.toThrow('It answered 503.');
  receiver.answer('later');
  expect(await client.switchOn.mutate({ id })).toMatchObject({ url, state: 'on' });
  expect(got()).toHaveLength(1);
});

test(
  'an endpoint whose address changes while it is tested is not switched on by that test',
  { tags: ['deep'] },
  async () => {
    const { client, id, name } = await withWebhook();
    await client.switchOff.mutate({ id });
    const waiting: (() => void)[] = [];
    receiver.answer(name, (_, response) => waiting.push(() => response.writeHead(204).end()));
    const switching = client.switchOn.mutate({ id });
    switching.catch(() => undefined);
    await expect.poll(() => waiting.length).toBe(1);
    await client.update.mutate({ id, url: receiver.addressOf('never-tested') });
    waiting[0]!();
    await expect(switching).rejects.toMatchObject({ data: { httpStatus: 409, app_code: 'stale_version' } });
    expect((await client.list.query()).endpoints).toMatchObject([{ id, state: 'off' }]);
  },
);

// rules/webhooks 9
test('an endpoint that is removed is gone for everything, with its secrets', async () => {
  const { client, id, name, got, audited } = await withWebhook();
  const removed = await client.remove.mutate({ id });
  expect(removed).toEqual({ id, removed_at: expect.any(String) });
  expect((await client.list.query()).endpoints).toEqual([]);
  const again = [
    () => client.remove.mutate({ id }),
    () => client.update.mutate({ id, description: 'Back' }),
    () => client.test.mutate({ id }),
    () => client.switchOn.mutate({ id }),
    () => client.switchOff.mutate({ id }),
    () => client.rollSecret.mutate({ id }),
    () => client.replay.mutate({ which: 'held', id }),
    () => client.deliveries.query({ id }),
  ];
  for (const call of again) await expect(call()).rejects.toMatchObject(GONE);
  expect((await pool.query('select from webhook_secrets where endpoint_id = $1', [id])).rowCount).toBe(0);
  expect(got()).toHaveLength(1);
  expect((await audited())[0]).toBe('removed');
  expect(receiver.of(name)).toHaveLength(1);
  await expect(client.test.mutate({ id: newId() })).rejects.toMatchObject(GONE);
});

test('one that is removed while it is tested stays removed', async () => {
  const { client, id, name } = await withWebhook();
  const waiting: (() => void)[] = [];
  receiver.answer(name, (_, response) => waiting.push(() => response.writeHead(204).end()));
  const testing = client.test.mutate({ id });
  testing.catch(() => undefined);
  await expect.poll(() => waiting.length).toBe(1);
  await client.remove.mutate({ id });
  waiting[0]!();
  await expect(testing).rejects.toMatchObject(GONE);
  expect((await client.list.query()).endpoints).toEqual([]);
});
