import { liveTopics } from '@training/shared/live';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../../../test/follow.ts';
import { webhookPayloadSchemaOf } from '@training/shared/webhooks/webhook-payloads';
import { startWebhooks, verify } from './delivery-fixture.ts';

const webhooks = await startWebhooks();
const { server, receiver, addEndpoint, addSecret, happen, statesOf, deliveriesOf, attemptsOf, endpoint, hurry } =
  webhooks;
const { make } = server;
const { pool } = server.db;

let named = 0;

/** Creates an endpoint in a new workspace, with a fake receiver that responds with `answer`. */
async function started(answer?: Parameters<typeof receiver.answer>[1]) {
  const workspace = await make.workspace();
  const name = `endpoint-${++named}`;
  receiver.answer(name, answer);
  const { id, secret } = await addEndpoint(workspace, receiver.addressOf(name));
  return { workspace, name, id, secret, got: () => receiver.of(name) };
}

// rules/webhooks 1 and 10
test('an event is sent to each endpoint that wants its type, signed, as its schema says, and to no other workspace', async () => {
  const { workspace, id, secret, got } = await started();
  const other = await addEndpoint(workspace, receiver.addressOf('other-types'), ['user.created']);
  await addEndpoint(await make.workspace(), receiver.addressOf('elsewhere'));
  const tokenId = await happen(workspace, 'HR “sync”');
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 1 });
  const [request] = got();
  expect(got()).toHaveLength(1);
  verify(secret, request!);
  expect(request!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Training-Webhooks/1' });
  const payload = webhookPayloadSchemaOf('token.revoked').parse(request!.event);
  expect(payload).toMatchObject({
    sequence: 1,
    workspace_id: workspace.id,
    data: { token_id: tokenId, name: 'HR “sync”' },
  });
  const { rows } = await pool.query('select 1 from audit_events where id = $1 and subject_id = $2', [
    request!.id,
    tokenId,
  ]);
  expect(rows).toHaveLength(1);
  expect(await statesOf(other.id)).toEqual({});
  expect([receiver.of('other-types'), receiver.of('elsewhere')]).toEqual([[], []]);
  expect(await attemptsOf(id)).toEqual([{ n: 1, status: 204, error: null, response: null }]);
});

// rules/webhooks 10 and 13
test('what is not taken is tried again later, by the same id and with the same body, and then counts as delivered', async () => {
  let answers = 0;
  const { workspace, id, secret, got } = await started((_, response) => {
    answers += 1;
    if (answers === 1) response.writeHead(500).end('Out of order');
    else if (answers === 2) response.writeHead(302, { location: receiver.addressOf('moved') }).end();
    else response.writeHead(200).end('Thanks');
  });
  await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ retrying: 1 });
  expect((await deliveriesOf(id))[0]!.in_seconds).toBeLessThan(6.1);
  expect(await endpoint(id)).toMatchObject({ state: 'on', failing: true });
  await hurry(id);
  await expect.poll(() => got().length).toBe(2);
  await expect.poll(() => statesOf(id)).toEqual({ retrying: 1 });
  expect((await deliveriesOf(id))[0]!.in_seconds).toBeGreaterThan(200);
  await hurry(id);
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 1 });
  expect(new Set(got().map((each) => `${each.id} ${each.body}`)).size).toBe(1);
  for (const each of got()) verify(secret, each);
  expect(receiver.of('moved')).toEqual([]);
  expect(await attemptsOf(id)).toEqual([
    { n: 1, status: 500, error: expect.stringContaining('It answered 500.'), response: 'Out of order' },
    { n: 2, status: 302, error: expect.stringContaining('Redirects aren’t followed'), response: null },
    { n: 3, status: 200, error: null, response: 'Thanks' },
  ]);
  expect(await endpoint(id)).toMatchObject({ state: 'on', failing: false });
});

// rules/webhooks 13
test('after eight attempts that fail, the last after 27 hours, an event is given up', async () => {
  const { workspace, id, got } = await started((_, response) => response.writeHead(500).end());
  await happen(workspace);
  const pauses: number[] = [];
  for (let attempt = 1; attempt < 8; attempt++) {
    await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: 'retrying', failures: attempt }]);
    pauses.push((await deliveriesOf(id))[0]!.in_seconds);
    await hurry(id);
  }
  await expect.poll(() => statesOf(id)).toEqual({ exhausted: 1 });
  expect(got()).toHaveLength(8);
  const hour = 3_600;
  for (const [n, pause] of [5, 300, 1_800, 2 * hour, 5 * hour, 10 * hour, 10 * hour].entries()) {
    expect(pauses[n]).toBeGreaterThan(pause - 10);
    expect(pauses[n]).toBeLessThanOrEqual(pause * 1.2);
  }
});

test('a 429 that names a time uses up no attempt, and nothing else is sent before that time', async () => {
  let isBusy = true;
  const { workspace, id, got } = await started((_, response) =>
    isBusy ? response.writeHead(429, { 'retry-after': '300' }).end() : response.writeHead(204).end(),
  );
  await happen(workspace);
  await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: 'retrying', failures: 0, attempts: 1 }]);
  expect((await deliveriesOf(id))[0]!.in_seconds).toBeGreaterThan(200);
  const bystander = await started();
  await happen(workspace);
  await happen(bystander.workspace);
  await expect.poll(() => statesOf(bystander.id)).toEqual({ delivered: 1 });
  expect(await statesOf(id)).toEqual({ retrying: 1, pending: 1 });
  expect(got()).toHaveLength(1);
  isBusy = false;
  await hurry(id);
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 2 });
});

test('a Retry-After beside another status is waited for where it is longer than the pause', async () => {
  const { workspace, id } = await started((_, response) =>
    response.writeHead(503, { 'retry-after': new Date(Date.now() + 600_000).toUTCString() }).end(),
  );
  await happen(workspace);
  await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: 'retrying', failures: 1 }]);
  expect((await deliveriesOf(id))[0]!.in_seconds).toBeGreaterThan(500);
});

// rules/webhooks 15
test('410 switches an endpoint off at once; what it has not taken, and what comes then, is held', async () => {
  const { workspace, id, got } = await started((_, response) => response.writeHead(410).end());
  await happen(workspace);
  await expect.poll(() => endpoint(id)).toMatchObject({ state: 'off', off_reason: 'gone' });
  await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ held: 2 });
  expect(got()).toHaveLength(1);
  const { rows } = await pool.query(
    `select actor_kind, changes from audit_events where workspace_id = $1 and action = 'webhook.switched_off'`,
    [workspace.id],
  );
  expect(rows).toEqual([{ actor_kind: 'system', changes: { reason: 'gone' } }]);
});

// rules/webhooks 7
test('a page hears of an event that is held', async () => {
  const { workspace, id } = await started();
  await pool.query(`update webhook_endpoints set state = 'off', off_reason = 'by_hand', off_at = now() where id = $1`, [
    id,
  ]);
  const { email } = await make.user(workspace, { role: 'super_admin' });
  const cookie = await server.signIn(email);
  const page = openPage(
    server.base,
    { cookie, workspace: workspace.slug },
    { topics: [liveTopics.webhooks], read: (client) => client.webhooks.list.query() },
  );
  onTestFinished(() => page.stop());
  await expect.poll(() => page.seen.length).toBe(1);
  await happen(workspace);
  await expect.poll(() => page.seen.at(-1)?.endpoints[0]).toMatchObject({ id, held: 1 });
});

// rules/webhooks 7
test(
  'what waits when an endpoint is switched off is held, and what is sent regardless is sent once',
  { tags: ['deep'] },
  async () => {
    const { workspace, id, got } = await started((_, response) => response.writeHead(500).end());
    await happen(workspace);
    await happen(workspace);
    await expect.poll(() => statesOf(id)).toEqual({ retrying: 2 });
    await pool.query(
      `update webhook_endpoints set state = 'off', off_reason = 'by_hand', off_at = now() where id = $1`,
      [id],
    );
    await expect.poll(() => statesOf(id)).toEqual({ held: 2 });
    const before = got().length;
    await pool.query(
      `update webhook_deliveries set state = 'pending', regardless = true, due_at = now()
     where (workspace_id, endpoint_id, event_id) in (
       select workspace_id, endpoint_id, event_id from webhook_deliveries where endpoint_id = $1 limit 1)`,
      [id],
    );
    await expect.poll(() => got().length).toBe(before + 1);
    await expect.poll(() => statesOf(id)).toEqual({ held: 2 });
  },
);

// rules/webhooks 14
test('an answer is cut, holds no secret, and cannot be so long or so slow that it is waited for', async () => {
  const secrets: string[] = [];
  const { workspace, id, secret } = await started((_, response) => {
    response.writeHead(500);
    response.write(`expected ${secrets[0]}, or ${secrets[0]!.slice(6)}, whsec_another\0 ${'é'.repeat(2_000)}`);
    const endless = setInterval(() => response.write('x'.repeat(10_000)), 1);
    response.on('close', () => clearInterval(endless));
  });
  secrets.push(secret);
  await happen(workspace);
  await expect.poll(() => statesOf(id)).toEqual({ retrying: 1 });
  const [attempt] = await attemptsOf(id);
  expect(attempt!.response).toHaveLength(1_024);
  expect(attempt!.response).toMatch(/^expected whsec_…, or …, whsec_…� é+$/);
});

test(
  'while a secret is rolled each request is signed with both, and with the new one alone afterwards',
  { tags: ['deep'] },
  async () => {
    const { workspace, id, secret, got } = await started();
    let sending = true;
    let happened = 0;
    const load = (async () => {
      for (; sending; happened++) await happen(workspace);
    })();
    await expect.poll(() => got().length).toBeGreaterThan(5);
    await pool.query(`update webhook_secrets set expires_at = now() + interval '1 day' where endpoint_id = $1`, [id]);
    const next = await addSecret(workspace, id, 2);
    const rolled = got().length;
    await expect.poll(() => got().length).toBeGreaterThan(rolled + 10);
    await pool.query(`update webhook_secrets set expires_at = now() where endpoint_id = $1 and version = 1`, [id]);
    const ended = got().length;
    await expect.poll(() => got().length).toBeGreaterThan(ended + 10);
    sending = false;
    await load;
    // The last events may have no deliveries yet when all others are delivered.
    await expect.poll(() => statesOf(id)).toEqual({ delivered: happened });
    expect(got()).toHaveLength(happened);
    // Requests signed before the roll, up to four in progress, have the first secret's signature. All are valid.
    for (const each of got().slice(0, ended)) verify(secret, each);
    for (const each of got().slice(rolled + 4)) verify(next, each);
    expect(() => verify(secret, got().at(-1)!)).toThrow();
  },
);

test('an endpoint that is removed gets nothing more, and leaves nothing that waits', { tags: ['deep'] }, async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const { workspace, id, got } = await started((_, response) => void held.then(() => response.writeHead(204).end()));
  for (let n = 0; n < 10; n++) await happen(workspace);
  // The last event may not have its sequence number yet when four requests are in progress.
  await expect.poll(() => statesOf(id)).toEqual({ sending: 4, pending: 6 });
  await expect.poll(() => got().length).toBe(4);
  await pool.query(
    `with secrets as (delete from webhook_secrets where endpoint_id = $1)
     update webhook_endpoints set state = 'removed' where id = $1`,
    [id],
  );
  release();
  await expect.poll(() => statesOf(id)).toEqual({ delivered: 4, cancelled: 6 });
  await happen(workspace);
  expect(got()).toHaveLength(4);
});

test(
  'an endpoint whose row is gone in the middle of a request costs the others nothing',
  { tags: ['deep'] },
  async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const gone = await started((_, response) => void held.then(() => response.writeHead(204).end()));
    await happen(gone.workspace);
    await expect.poll(() => gone.got().length).toBe(1);
    await pool.query('delete from webhook_endpoints where id = $1', [gone.id]);
    release();
    const { workspace, id } = await started();
    await happen(workspace);
    await expect.poll(() => statesOf(id)).toEqual({ delivered: 1 });
    expect(await statesOf(gone.id)).toEqual({});
  },
);

test('/metrics counts attempts by whether the event was taken, and tells how long deliveries were due', async () => {
  const counted = async (name: string) => {
    const text = await (await fetch(`${server.base}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1] ?? 0,
    );
  };
  // Otherwise the retries left by other tests would be counted.
  await pool.query(`update webhook_endpoints set paused_until = now() + interval '1 hour'`);
  await expect.poll(() => counted('webhook_requests_in_flight')).toBe(0);
  const [taken, refused] = [await started(), await started((_, response) => response.writeHead(500).end())];
  const names = ['{taken="true"}', '{taken="false"}'].map((label) => `webhook_attempt_duration_seconds_count${label}`);
  const before = await Promise.all([...names, 'webhook_wait_seconds_count'].map(counted));
  await happen(taken.workspace);
  await happen(refused.workspace);
  await expect
    .poll(() => Promise.all([...names, 'webhook_wait_seconds_count'].map(counted)))
    .toEqual([before[0]! + 1, before[1]! + 1, before[2]! + 2]);
  expect(await counted('webhook_requests_in_flight')).toBe(0);
});
