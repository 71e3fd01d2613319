import { randomBytes, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { exampleWebhookPayloadOf } from '@training/shared/webhooks/webhook-payloads';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../test/server.ts';
import { startReceiver } from './webhook-receiver.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'receiver-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function start(file: string, secret = SECRET, port = 0) {
  const receiver = await startReceiver({ secret, file, port });
  onTestFinished(() => receiver.stop().catch(() => undefined));
  return receiver;
}

/** What `user.*` events say of one person, in the place `sequence`. */
function personEvent(type: 'user.created' | 'user.updated' | 'user.deactivated', sequence: number, name: string) {
  const { data, ...rest } = exampleWebhookPayloadOf(type);
  return { ...rest, sequence, data: { ...data, full_name: name } };
}

type Delivery = { id?: string; at?: Date; secret?: string; signature?: string };

async function deliver(url: string, event: object, { id = randomUUID(), at = new Date(), ...more }: Delivery = {}) {
  const body = JSON.stringify(event);
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': more.signature ?? new Webhook(more.secret ?? SECRET).sign(id, at, body),
    },
  });
  return { status: response.status, body: await response.json() };
}

// rules/webhooks 20
test('what is not signed with the secret, or too long ago, is refused and not kept', async () => {
  const file = path.join(await folder(), 'events.jsonl');
  const { url, log } = await start(file);
  const event = personEvent('user.created', 1, 'Ana');
  const other = `whsec_${randomBytes(32).toString('base64')}`;
  const old = new Date(Date.now() - 6 * 60_000);
  for (const how of [{ secret: other }, { at: old }, { signature: '' }, { signature: 'v1,AAAA' }, { id: '' }]) {
    expect((await deliver(url, event, how)).status, JSON.stringify(how)).toBe(401);
  }
  const changed = new Webhook(SECRET).sign('a', new Date(), JSON.stringify(event));
  expect((await deliver(url, { ...event, sequence: 2 }, { id: 'a', signature: changed })).status).toBe(401);
  expect((await deliver(url, { ...event, more: 'x'.repeat(70_000) })).status).toBe(413);
  expect(log.inOrder()).toEqual([]);
});

test('while a secret is rolled, either of the two signatures is enough', async () => {
  const { url } = await start(path.join(await folder(), 'events.jsonl'));
  const event = personEvent('user.created', 1, 'Ana');
  const other = `whsec_${randomBytes(32).toString('base64')}`;
  const at = new Date();
  const both = [other, SECRET].map((secret) => new Webhook(secret).sign('a', at, JSON.stringify(event))).join(' ');
  expect((await deliver(url, event, { id: 'a', at, signature: both })).status).toBe(200);
});

// rules/webhooks 20
test('an event that comes twice is answered the same twice, and kept once; so it is after a restart', async () => {
  const file = path.join(await folder(), 'events.jsonl');
  const first = await start(file);
  const event = personEvent('user.created', 1, 'Ana');
  const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(first.url, event, { id: 'a' })));
  for (const answer of answers) expect(answer).toEqual({ status: 200, body: { number: 1 } });
  expect(await deliver(first.url, personEvent('user.updated', 2, 'Ana S.'), { id: 'b' })).toMatchObject({
    body: { number: 2 },
  });
  await first.stop();
  // A crash while it wrote leaves half a line.
  await appendFile(file, '{"id":"c","event":{"ty');
  const second = await start(file);
  expect(await deliver(second.url, event, { id: 'a' })).toEqual({ status: 200, body: { number: 1 } });
  expect(await deliver(second.url, personEvent('user.updated', 3, 'Ana Souza'), { id: 'c' })).toMatchObject({
    body: { number: 3 },
  });
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(3);
  expect(second.log.inOrder().map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});

// rules/webhooks 20
test('events that come late stand in their order, and do not undo what newer ones have said', async () => {
  const { url, log } = await start(path.join(await folder(), 'events.jsonl'));
  for (const event of [
    personEvent('user.created', 3, 'Ana'),
    personEvent('user.updated', 9, 'Ana Souza'),
    personEvent('user.updated', 5, 'Ana S.'),
    exampleWebhookPayloadOf('endpoint.test'),
  ]) {
    expect((await deliver(url, event)).status).toBe(200);
  }
  expect(log.inOrder().map(({ sequence }) => sequence)).toEqual([3, 5, 9]);
  expect([...log.people.values()]).toMatchObject([{ full_name: 'Ana Souza', sequence: 9 }]);
  const shown = await (await fetch(url)).json();
  expect(shown).toEqual({ events: log.inOrder(), people: Object.fromEntries(log.people) });
});

// rules/webhooks 20
test('an event that cannot be stored is answered with an error, so that it is sent again', async () => {
  const { url, log } = await start(path.join(await folder(), 'missing', 'events.jsonl'));
  for (let n = 0; n < 2; n++) {
    expect((await deliver(url, personEvent('user.created', 1, 'Ana'), { id: 'a' })).status).toBe(500);
  }
  expect(log.inOrder()).toEqual([]);
});

test('beside a running server: it is added, given its secret, switched on, told once, and told again what it missed', async () => {
  const server = await startTestServer({
    jobs: true,
    env: { OUTGOING_HTTP: 'true', OUTGOING_PRIVATE_TARGETS: 'loopback' },
  });
  const { workspace, call } = await server.api(['users:write']);
  const admin = await server.as('super_admin', workspace);
  const file = path.join(await folder(), 'events.jsonl');
  const rename = async (full_name: string) => {
    const answer = await call('POST', '/api/v1/users', { email: 'ana@example.com', full_name });
    expect(answer.status).toBeLessThan(300);
  };

  // It cannot know its secret before its address is known.
  const unaware = await start(file);
  const types = ['user.created', 'user.updated'] as const;
  const added = await admin.webhooks.add.mutate({ url: unaware.url, types: [...types] });
  expect([added.test.status, added.endpoint.state]).toEqual([401, 'off']);
  await unaware.stop();
  const port = Number(new URL(unaware.url).port);
  const receiver = await start(file, added.secret, port);
  expect(await admin.webhooks.switchOn.mutate({ id: added.endpoint.id })).toMatchObject({ state: 'on' });

  await rename('Ana');
  await rename('Ana Souza');
  const names = ({ log }: typeof receiver) => [...log.people.values()].map(({ full_name }) => full_name);
  await expect.poll(() => names(receiver)).toEqual(['Ana Souza']);
  await expect.poll(() => receiver.log.inOrder().map(({ type }) => type)).toEqual([...types]);

  await receiver.stop();
  await rename('Ana S. Souza');
  const again = await start(file, added.secret, port);
  await expect.poll(() => names(again)).toEqual(['Ana S. Souza']);

  // What is on its way is not replayed, and it is until its answer is noted.
  const states = async () => {
    const { deliveries } = await admin.webhooks.deliveries.query({ id: added.endpoint.id });
    return deliveries.filter(({ type }) => type !== 'endpoint.test').map(({ state }) => state);
  };
  await expect.poll(states).toEqual(['delivered', 'delivered', 'delivered']);

  // What is replayed is answered as it was the first time, and kept no second time.
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const { replayed } = await admin.webhooks.replay.mutate({ which: 'span', id: added.endpoint.id, from });
  expect(replayed).toBe(3);
  const numbers = async () => {
    const { deliveries } = await admin.webhooks.deliveries.query({ id: added.endpoint.id });
    const placed = deliveries.filter(({ type }) => type !== 'endpoint.test');
    return placed.map(({ state, replayed, last_attempt }) => [state, replayed, last_attempt?.response]);
  };
  const delivered = (number: number) => ['delivered', true, `{"number":${number}}\n`];
  await expect.poll(numbers).toEqual([4, 3, 2].map(delivered));
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(4);
});
