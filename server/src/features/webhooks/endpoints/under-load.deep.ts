import { expect, test } from 'vitest';
import { startWebhooks, verify, type Received } from '../delivery/delivery-fixture.ts';

/** End to end: events happen, jobs number and send them, and super admins change endpoints at the same time. */
const { server, receiver, happen, statesOf } = await startWebhooks();
const { make } = server;
let made = 0;

async function withWebhook() {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const name = `load-${++made}`;
  const input = { url: receiver.addressOf(name), types: ['token.revoked' as const] };
  const { endpoint, secret, test: tested } = await admin.webhooks.add.mutate(input);
  expect(tested.delivered).toBe(true);
  /** Requests received, without tests. */
  const got = () => receiver.of(name).filter(({ event }) => event.type !== 'endpoint.test');
  return { workspace, client: admin.webhooks, id: endpoint.id, name, secret, got };
}

function isSignedWith(secret: string, request: Received): boolean {
  try {
    verify(secret, request);
    return true;
  } catch {
    return false;
  }
}

// rules/webhooks 9
test('an endpoint that is removed with requests in flight gets nothing more, and what waited is cancelled', async () => {
  const { workspace, client, id, name, got } = await withWebhook();
  const waiting: (() => void)[] = [];
  receiver.answer(name, (_, response) => waiting.push(() => response.writeHead(204).end()));
  for (let n = 0; n < 10; n++) await happen(workspace);
  // The last event may not have its sequence number yet when four requests are in progress.
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 1, sending: 4, pending: 6 });
  await expect.poll(() => waiting.length).toBe(4);
  await client.remove.mutate({ id });
  await happen(workspace);
  for (const answer of waiting) answer();
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 5, cancelled: 6 });
  expect(got()).toHaveLength(4);
  expect((await client.list.query()).endpoints).toEqual([]);
});

// rules/webhooks 9 and 16
test('what was held for an endpoint is cancelled once it is removed', async () => {
  const { workspace, client, id } = await withWebhook();
  await client.switchOff.mutate({ id });
  for (let n = 0; n < 3; n++) await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 1, held: 3 });
  await client.remove.mutate({ id });
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 1, cancelled: 3 });
});

// rules/webhooks 10
test('a secret that is rolled while events are sent: each is signed with one that was valid then, and none fails', async () => {
  const { workspace, client, id, secret, got } = await withWebhook();
  const secrets = [secret];
  for (let n = 0; n < 30; n++) {
    await happen(workspace);
    if (n % 10 === 5) secrets.push((await client.rollSecret.mutate({ id })).secret);
  }
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 31 });
  for (const request of got()) {
    const signatures = request.headers['webhook-signature']!.split(' ').length;
    const known = secrets.filter((each) => isSignedWith(each, request));
    expect(known.length).toBe(signatures);
    expect([1, 2]).toContain(signatures);
  }
  const last = got().at(-1)!;
  expect(secrets.map((each) => isSignedWith(each, last))).toEqual([false, false, true, true]);
});

// rules/webhooks 1 and 7
test('an endpoint that is switched off and on while events happen loses none of them', async () => {
  const { workspace, client, id, got } = await withWebhook();
  for (let n = 0; n < 12; n++) {
    await happen(workspace);
    if (n === 3) await client.switchOff.mutate({ id });
    if (n !== 7) continue;
    // Events are numbered a moment after they happen, and are held if the webhook is off by then.
    await expect.poll(async () => (await statesOf(id)).held ?? 0).toBeGreaterThan(0);
    await client.switchOn.mutate({ id });
  }
  const settled = async () => {
    const { delivered = 0, held = 0, ...rest } = await statesOf(id);
    return { all: delivered + held, rest };
  };
  // Two of them are tests: from adding and from switching on.
  await expect.poll(settled).toEqual({ all: 14, rest: {} });
  const { held = 0 } = await statesOf(id);
  expect(held).toBeGreaterThan(0);
  expect(await client.replay.mutate({ which: 'held', id })).toEqual({ replayed: held, next: null });
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 14 });
  expect(new Set(got().map((request) => request.id)).size).toBe(12);
  expect(new Set(got().map(({ event }) => event.sequence)).size).toBe(12);
});

// rules/webhooks 8
test('what is replayed to an endpoint that is off is sent once, by the same id, and held again where it is not taken', async () => {
  const { workspace, client, id, name, got } = await withWebhook();
  await client.switchOff.mutate({ id });
  await happen(workspace);
  await expect.poll(() => statesOf(id)).toMatchObject({ held: 1 });
  receiver.answer(name, (_, response) => response.writeHead(500).end());
  await client.replay.mutate({ which: 'held', id });
  await expect.poll(() => got().length).toBe(1);
  await expect.poll(() => statesOf(id)).toMatchObject({ held: 1 });
  receiver.answer(name);
  await client.replay.mutate({ which: 'held', id });
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 2 });
  expect(got().map((request) => request.id)).toEqual([got()[0]!.id, got()[0]!.id]);
  expect(got()[1]!.body).toBe(got()[0]!.body);
  expect((await client.list.query()).endpoints).toMatchObject([{ state: 'off', off_reason: 'by_hand' }]);
});

// rules/webhooks 1 and 3
test('what has happened since an endpoint was added is sent once it takes its test', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  receiver.answer('late', (_, response) => response.writeHead(503).end());
  const input = { url: receiver.addressOf('late'), types: ['token.revoked' as const] };
  const { id } = (await admin.webhooks.add.mutate(input)).endpoint;
  for (let n = 0; n < 3; n++) await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ exhausted: 1, held: 3 });
  receiver.answer('late');
  await admin.webhooks.switchOn.mutate({ id });
  await expect.poll(() => statesOf(id)).toEqual({ exhausted: 1, delivered: 4 });
});

test('what a delivery shows is what was sent, to the byte that is verified', async () => {
  const { workspace, client, id, got } = await withWebhook();
  await happen(workspace, 'Quotes “”, emoji 📦 and \\ backslashes');
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 2 });
  const request = got()[0]!;
  const { payload } = await client.delivery.query({ id, event_id: request.id });
  expect(payload).toEqual(JSON.parse(request.body));
});
