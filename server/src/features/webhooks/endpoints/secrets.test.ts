import { expect, test } from 'vitest';
import { keyringOf } from '../../../../test/endpoints.ts';
import { startTestServer } from '../../../../test/server.ts';
import { SEALED_COLUMNS } from '../../../app/sealed-columns.ts';
import { discardSecrets } from '../../secrets/discard-secrets.ts';
import { rewrapSecrets } from '../../secrets/rewrap-secrets.ts';
import { LOCAL, startReceiver, verify, type Received } from '../delivery/delivery-fixture.ts';

const KEYS = (keys: Record<string, number>) => ({
  ENCRYPTION_KEYS: Object.entries(keys)
    .map(([id, byte]) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`)
    .join(','),
  ENCRYPTION_ACTIVE_KEY: Object.keys(keys)[0] ?? '',
});

const both = { old: 1, next: 2 };
const server = await startTestServer({ env: { ...LOCAL, ...KEYS(both) } });
const { make } = server;
const receiver = await startReceiver();
let made = 0;

async function withWebhook() {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const name = `secret-${++made}`;
  const input = { url: receiver.addressOf(name), types: ['user.created' as const], description: 'HR' };
  const { endpoint, secret } = await admin.webhooks.add.mutate(input);
  const { id } = endpoint;
  const lastSent = async () => {
    await admin.webhooks.test.mutate({ id });
    return receiver.of(name).at(-1)!;
  };
  return { workspace, admin, client: admin.webhooks, id, secret, lastSent };
}

/** Returns true if the request can be verified with this secret. */
function believes(secret: string, request: Received): boolean {
  try {
    verify(secret, request);
    return true;
  } catch {
    return false;
  }
}

const operator = () => ({
  ...make.contextOf({ id: '', slug: '', name: '' }),
  actor: { kind: 'system', name: 'Op' } as const,
});

// rules/webhooks 5
test('while a secret is rolled both sign, and after a second roll the two newest', async () => {
  const { admin, client, id, secret: first, lastSent } = await withWebhook();
  const { secret: second, endpoint } = await client.rollSecret.mutate({ id });
  expect(endpoint.secrets).toMatchObject([{ expires_at: null }, { expires_at: expect.any(String) }]);
  const hours = (Date.parse(endpoint.secrets[1]!.expires_at!) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
  let sent = await lastSent();
  expect([first, second].map((secret) => believes(secret, sent))).toEqual([true, true]);
  const { secret: third } = await client.rollSecret.mutate({ id });
  sent = await lastSent();
  expect([first, second, third].map((secret) => believes(secret, sent))).toEqual([false, true, true]);
  const { events } = await admin.audit.list.query({ action: 'webhook.secret_rolled' });
  expect(events).toMatchObject([{ changes: { former: 'valid for 24 hours' } }, { subject: { name: 'HR' } }]);
});

// rules/webhooks 5
test('one that got into wrong hands ends at once', async () => {
  const { client, id, secret: first, lastSent } = await withWebhook();
  await client.rollSecret.mutate({ id });
  const { secret: third, endpoint } = await client.rollSecret.mutate({ id, end_former: true });
  expect(endpoint.secrets).toMatchObject([{ expires_at: null }]);
  const sent = await lastSent();
  expect([first, third].map((secret) => believes(secret, sent))).toEqual([false, true]);
  expect(sent.headers['webhook-signature']!.split(' ')).toHaveLength(1);
});

test('the secret before is valid for a day and no longer', async () => {
  const { client, id, secret: first, lastSent } = await withWebhook();
  const { secret: second } = await client.rollSecret.mutate({ id });
  await server.db.pool.query('update webhook_secrets set expires_at = now() where endpoint_id = $1 and version = 1', [
    id,
  ]);
  const sent = await lastSent();
  expect([first, second].map((secret) => believes(secret, sent))).toEqual([false, true]);
  expect((await client.list.query()).endpoints[0]!.secrets).toHaveLength(1);
});

// rules/webhooks 5
test('of many who roll at once each gets a secret that signs, or a 409', { tags: ['deep'] }, async () => {
  const { client, id, lastSent } = await withWebhook();
  const rolls = await Promise.allSettled([1, 2, 3, 4, 5].map(() => client.rollSecret.mutate({ id })));
  const refused = rolls.filter((roll) => roll.status === 'rejected');
  for (const { reason } of refused)
    expect(reason).toMatchObject({ data: { httpStatus: 409, app_code: 'stale_version' } });
  const secrets = rolls.flatMap((roll) => (roll.status === 'fulfilled' ? [roll.value] : []));
  const newest = secrets.toSorted((a, b) =>
    b.endpoint.secrets[0]!.created_at.localeCompare(a.endpoint.secrets[0]!.created_at),
  );
  const sent = await lastSent();
  expect(secrets.filter(({ secret }) => believes(secret, sent)).length).toBe(Math.min(newest.length, 2));
});

test('secrets move to another encryption key, and sign as before', async () => {
  const { workspace, client, id, secret: first, lastSent } = await withWebhook();
  const { secret: second } = await client.rollSecret.mutate({ id });
  const keyring = keyringOf({ next: 2, old: 1 });
  await rewrapSecrets(operator(), { keyring, columns: SEALED_COLUMNS, dryRun: false });
  const { rows } = await server.db.pool.query('select distinct key_id from webhook_secrets');
  expect(rows).toEqual([{ key_id: 'next' }]);
  const sent = await lastSent();
  expect([first, second].map((secret) => believes(secret, sent))).toEqual([true, true]);
  const moved = await server.db.pool.query(
    `select subject_kind, subject_id, changes from audit_events
     where workspace_id = $1 and action = 'webhook.secret_rewrapped'`,
    [workspace.id],
  );
  const change = { subject_kind: 'webhook', subject_id: id, changes: { key_id: ['old', 'next'] } };
  expect(moved.rows).toEqual([change, change]);
});

// rules/secrets 6, rules/webhooks 5
test('a secret whose encryption key is lost is discarded: the endpoint is off until another is rolled', async () => {
  const { admin, client, id, lastSent } = await withWebhook();
  await server.db.pool.query(`update webhook_secrets set key_id = 'lost' where endpoint_id = $1`, [id]);
  const failed = await client.test.mutate({ id });
  expect(failed).toMatchObject({ delivered: false, status: null, error: expect.stringMatching(/Not sent: .*Roll it/) });
  const gone = await discardSecrets(operator(), {
    keyring: keyringOf(both),
    columns: SEALED_COLUMNS,
    keyId: 'lost',
    confirmed: true,
  });
  expect(gone.discarded).toMatchObject([{ noun: 'webhook secret', labels: { endpoint: id } }]);
  expect((await client.list.query()).endpoints).toMatchObject([
    { id, secrets: [], state: 'off', off_reason: 'no_secret' },
  ]);
  await expect(client.switchOn.mutate({ id })).rejects.toThrow(/Not sent: .*Roll it/);
  expect((await admin.audit.list.query({ action: 'webhook.secret_discarded' })).events).toMatchObject([
    { subject: { kind: 'webhook', id, name: 'HR' } },
  ]);
  const { secret } = await client.rollSecret.mutate({ id });
  expect(believes(secret, await lastSent())).toBe(true);
  expect(await client.switchOn.mutate({ id })).toMatchObject({ state: 'on' });
});

test('of two secrets the lost one is discarded, and the other goes on signing', { tags: ['deep'] }, async () => {
  const { client, id, secret: first, lastSent } = await withWebhook();
  await client.rollSecret.mutate({ id });
  await server.db.pool.query(`update webhook_secrets set key_id = 'gone' where endpoint_id = $1 and version = 2`, [id]);
  const options = { keyring: keyringOf(both), columns: SEALED_COLUMNS, keyId: 'gone', confirmed: true };
  expect((await discardSecrets(operator(), options)).discarded).toHaveLength(1);
  const [shown] = (await client.list.query()).endpoints;
  expect(shown).toMatchObject({ id, state: 'on', secrets: [{ expires_at: expect.any(String) }] });
  expect(believes(first, await lastSent())).toBe(true);
  // Rolling doesn't extend its validity.
  const { endpoint } = await client.rollSecret.mutate({ id });
  expect(endpoint.secrets[1]).toEqual(shown!.secrets[0]);
});

test('a secret that was moved to another endpoint opens nothing', { tags: ['deep'] }, async () => {
  const [one, two] = [await withWebhook(), await withWebhook()];
  await server.db.pool.query(
    `update webhook_secrets s set sealed = o.sealed from webhook_secrets o where s.endpoint_id = $1 and o.endpoint_id = $2`,
    [one.id, two.id],
  );
  expect(await one.client.test.mutate({ id: one.id })).toMatchObject({ delivered: false, status: null });
});
